import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import type { ImportCounts } from './import-calls.ts'

/** The numbers of records, where a row of the file is not a record. */
export function RecordCounts({ counts: { rows } }: { counts: ImportCounts }) {
  if (!rows) return null
  const records = {
    new: formatCount(rows.new),
    changed: formatCount(rows.changed),
    unchanged: formatCount(rows.unchanged),
    skipped: formatCount(rows.skipped),
  }
  return <p className="text-sm text-muted">{m.import_records(records)}</p>
}
