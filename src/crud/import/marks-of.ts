import type { MarkCounts } from '#src/server/import/mark-cells.server.ts'
import type { ImportView } from '#src/server/import/view.server.ts'

/** What a job says of the marks in a workbook; undefined for a text, and for jobs of an earlier release. */
export function marksOf(
  view: Pick<ImportView, 'format'> | undefined,
  result: Record<string, unknown> | null | undefined,
): MarkCounts | undefined {
  // Seam: the result type of the import jobs.
  return view?.format === 'xlsx' ? ((result?.marks ?? undefined) as MarkCounts | undefined) : undefined
}
