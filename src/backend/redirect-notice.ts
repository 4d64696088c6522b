import { readCookie, removeCookie } from '#src/lib/cookie.ts'

/**
 * The cookie with the back end's words for a redirect. It lasts a minute, from the redirect to the page it leads to.
 */
export const NOTICE_COOKIE = 'ys_notice'

/** The longest notice that is passed on, in characters. */
const MOST = 300

/** The cookie's value for these words. */
export function noticeValue(words: string): string {
  return encodeURIComponent(words.slice(0, MOST).toWellFormed())
}

/** Takes the words that came with the last redirect, in the browser. Undefined when there are none. */
export function takeNotice(): string | undefined {
  const value = readCookie(document.cookie, NOTICE_COOKIE)
  if (!value) return undefined
  removeCookie(NOTICE_COOKIE)
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
