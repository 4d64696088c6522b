import { speltPath } from '../spelt-path.ts'

/** The path that identifies a page's tab: decoded, without a trailing slash. */
export function pathOf(pathname: string): string {
  return speltPath(pathname.replace(/\/+$/, ''))
}

/** Element id of a tab in the bar. */
export const tabId = (path: string) => `tab-${encodeURIComponent(path)}`

/** Element id of a tab's page. */
export const panelId = (path: string) => `page-${encodeURIComponent(path)}`
