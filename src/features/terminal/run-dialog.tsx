import { m } from '#src/i18n/paraglide/messages.js'
import { Dialog } from '#src/ui/dialog.tsx'
import { type OutputOf, RunOutput } from './run-output.tsx'

/** The whole output of a run, above whatever is on screen. */
export function RunDialog({ run, onClose }: { run: OutputOf; onClose(): void }) {
  return (
    <Dialog open size="xl" title={m.terminal_outputTitle({ title: run.title })} onRequestClose={onClose}>
      <RunOutput run={run} />
    </Dialog>
  )
}
