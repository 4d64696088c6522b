import type { MouseEvent } from 'react'
import { REPORT_PAGE } from './report-address.ts'
import { type ReportSearch, reportSearch } from './report-search.ts'

/** A link to the page of reports changes the address in place, unless it shall open elsewhere. */
export function followReport(event: MouseEvent, onSearch: (search: ReportSearch) => void): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  const address = link?.getAttribute('href')
  if (!address?.startsWith(`${REPORT_PAGE}?`)) return
  event.preventDefault()
  onSearch(reportSearch(Object.fromEntries(new URLSearchParams(address.slice(REPORT_PAGE.length + 1)))))
}
