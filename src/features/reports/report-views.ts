import type { SavedListView } from '#src/crud/views/views.ts'
import { type ReportSearch, reportSearch } from './report-search.ts'

type ViewState = Pick<SavedListView, 'state'>

/** Whether a view always opens the same exam. */
export function isBound({ state }: ViewState): boolean {
  return reportSearch(state.search ?? {}).exam !== undefined
}

type Chosen = Pick<ReportSearch, 'exam' | 'version'>

/** The whole search of the page when somebody opens a view. A view without an exam is for the one that is chosen. */
export function searchOfReportView({ id, state }: ViewState & { id: number }, chosen: Chosen): ReportSearch {
  const stored = reportSearch(state.search ?? {})
  const { exam, version } = stored.exam === undefined ? chosen : stored
  const { report, unit, subject, with: other, near } = stored
  return { exam, version, report, unit, subject, with: other, near, pupil: undefined, view: id }
}

/** What a view stores of a report. */
export function reportViewState(search: ReportSearch, bound: boolean): { search: Record<string, string | number> } {
  const { exam, version, report, unit, subject, with: other, near } = search
  const kept = { report, unit, subject, with: other, near, ...(bound ? { exam, version } : {}) }
  const said = Object.entries(kept).flatMap(([key, one]) => (one === undefined ? [] : [[key, one] as const]))
  return { search: Object.fromEntries(said) }
}

/** Whether the report on screen differs from its view. */
export function reportDiffers(view: ViewState & { id: number }, search: ReportSearch): boolean {
  const bound = isBound(view)
  const key = (of: ReportSearch) => JSON.stringify(Object.entries(reportViewState(of, bound).search).sort())
  return key(searchOfReportView(view, search)) !== key(search)
}
