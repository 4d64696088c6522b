import type { RunColumn } from './run.facts.ts'

/** The name of the axis of a column. It stays the same when columns are added. */
export function axisName({ kind, subject, track }: Pick<RunColumn, 'kind' | 'subject' | 'track'>): string {
  const own = subject ?? track
  return own === null ? kind : `${kind}:${own}`
}
