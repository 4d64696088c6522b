import { m } from '#src/i18n/paraglide/messages.js'
import { csvCell } from '#src/server/export/csv-cell.ts'
import { defused } from '#src/server/sheet/defused-text.ts'
import type { FamilySlip } from './family-codes.server.ts'

/**
 * The codes as a CSV file, with the mark by which Excel knows UTF-8.
 * @param until when they end, as text
 */
export function codesCsv(slips: readonly FamilySlip[], until: string): string {
  const titles = [
    m.student_number(),
    m.student_name(),
    m.student_school(),
    m.student_org(),
    m.familyCodes_holder(),
    m.family_code(),
    m.familyCodes_untilColumn(),
  ]
  const lines = slips.map((slip) => [
    slip.number,
    slip.name,
    slip.school,
    slip.class,
    slip.holder === 'self' ? m.familyCodes_slipFor() : m.familyCodes_slipForGuardian(),
    slip.code,
    until,
  ])
  const text = [titles, ...lines].map((line) => line.map((cell) => csvCell(defused(cell), ',')).join(',')).join('\r\n')
  return `\uFEFF${text}\r\n`
}
