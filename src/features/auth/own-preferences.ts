import { chosenHere, forgetChosen } from '#src/i18n/chosen-locale.ts'
import { getLocale, type Locale, setLocale } from '#src/i18n/paraglide/runtime.js'
import { writeCookie } from '#src/lib/cookie.ts'
import { keptCode } from '#src/lib/line.ts'
import type { Side } from '#src/lib/side.ts'
import { TIME_COOKIE, timeFormat, timeFormatIn } from '#src/lib/time-format.ts'
import type { OwnPreferences } from './own-account.schema.ts'

const calls = keptCode(() => import('./own-account.functions.ts'))

/**
 * Keeps a language that was chosen in the top bar with the account. Should this fail, the browser has the language all
 * the same.
 */
async function keepLanguage(side: Side, language: Locale): Promise<void> {
  await calls()
    .then(({ saveOwnPreferences }) => saveOwnPreferences({ data: { side, language } }))
    .catch(() => undefined)
}

export const keepAdminLanguage = (language: Locale) => keepLanguage('admin', language)
export const keepMemberLanguage = (language: Locale) => keepLanguage('user', language)

/**
 * After a sign-in, the browser shows what the account wants. A language that was chosen just now, on the way to the
 * sign-in, is the account's from now on.
 * @returns whether the page has to load again
 */
export async function adoptPreferences(side: Side, { language, timeFormat: format }: OwnPreferences): Promise<boolean> {
  const chosen = chosenHere() === getLocale()
  forgetChosen()
  if (format) writeCookie(TIME_COOKIE, format)
  else if (timeFormatIn(document.cookie) !== 'seconds') writeCookie(TIME_COOKIE, 'seconds')
  const changesTime = timeFormatIn(document.cookie) !== timeFormat()
  if (chosen) {
    if (language !== getLocale()) await keepLanguage(side, getLocale())
    return changesTime
  }
  if (!language || language === getLocale()) return changesTime
  void setLocale(language, { reload: false })
  return true
}
