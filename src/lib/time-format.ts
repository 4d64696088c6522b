import { readCookie } from './cookie.ts'

/** How a person wants times to be shown: `2026-11-26 13:05:09`, `2026-11-26 13:05`, or `2026-11-26 1:05 PM`. */
export const timeFormats = ['seconds', 'minutes', 'halfday'] as const
export type TimeFormat = (typeof timeFormats)[number]

export const isTimeFormat = (value: string): value is TimeFormat => timeFormats.some((one) => one === value)

/** The cookie tells the format before the first paint; the account keeps it for other browsers. */
export const TIME_COOKIE = 'ys_time'

/** The format in a `Cookie` header or `document.cookie`; with seconds without a choice. */
export function timeFormatIn(cookieHeader: string): TimeFormat {
  const value = readCookie(cookieHeader, TIME_COOKIE)
  return value !== undefined && isTimeFormat(value) ? value : 'seconds'
}

let inBrowser: TimeFormat | undefined
let read = (): TimeFormat => {
  // Read once, because a browser takes milliseconds to tell its cookies. A new choice loads the page again.
  inBrowser ??= typeof document === 'undefined' ? 'seconds' : timeFormatIn(document.cookie)
  return inBrowser
}

/** The format of the current page. */
export const timeFormat = (): TimeFormat => read()

/** Says where the format comes from: the server has it from each request. */
export function readTimeFormatFrom(source: () => TimeFormat): void {
  read = source
}
