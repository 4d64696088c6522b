import { speltPath } from '../spelt-path.ts'

/** A page's path as tabs go by it. */
export function pathOf(pathname: string): string {
  return speltPath(pathname.replace(/\/+$/, ''))
}

/** Id of a tab in the bar. */
export const tabId = (path: string) => `tab-${encodeURIComponent(path)}`

/** Id of the page that a tab stands for. */
export const panelId = (path: string) => `page-${encodeURIComponent(path)}`
