import { m } from '#src/i18n/paraglide/messages.js'

/** What a cancelled job has left. A cancelled undo leaves the import as it was; a command may have done a part. */
export function cancelledText({ kind }: { kind: string }): string {
  if (kind === 'terminal') return m.terminal_cancelled()
  return kind.endsWith('-undo') ? m.import_undoCancelled() : m.job_stateCancelled()
}
