import type { ReportSearch } from './report-search.ts'

/** Where the page of reports is. */
export const REPORT_PAGE = '/admin/report'

/** The address of the page, of a call or of a file with these choices. */
export function reportAddress(path: string, search: ReportSearch): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value !== undefined) query.set(name, String(value))
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
