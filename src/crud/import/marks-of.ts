import type { MarkCounts } from '#src/server/import/mark-cells.server.ts'
import type { ImportView } from '#src/server/import/view.server.ts'

/** What a job says of the marks in the workbook that comes back; undefined for a text, and for jobs of old releases. */
export function marksOf(
  view: Pick<ImportView, 'returned'> | undefined,
  result: Record<string, unknown> | null | undefined,
): MarkCounts | undefined {
  // Seam: the result type of the import jobs.
  return view?.returned === 'xlsx' ? ((result?.marks ?? undefined) as MarkCounts | undefined) : undefined
}
