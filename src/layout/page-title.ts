import { m } from '#src/i18n/paraglide/messages.js'
import type { FrameTitle } from './frame-titles.ts'

// The titles of pages within a frame load with the frame: no other page needs them.
const titles = {
  pagesTitle_activate: m.pagesTitle_activate,
  pagesTitle_enroll: m.pagesTitle_enroll,
  pagesTitle_home: m.pagesTitle_home,
  pagesTitle_loading: m.pagesTitle_loading,
  pagesTitle_login: m.pagesTitle_login,
  pagesTitle_memberCenter: m.pagesTitle_memberCenter,
  pagesTitle_memberLogin: m.pagesTitle_memberLogin,
  pagesTitle_noPermission: m.pagesTitle_noPermission,
  pagesTitle_noTitle: m.pagesTitle_noTitle,
  pagesTitle_notFound: m.pagesTitle_notFound,
  pagesTitle_privacy: m.pagesTitle_privacy,
  pagesTitle_terms: m.pagesTitle_terms,
}

const known: Record<string, () => string> = { ...titles }

/** Adds titles that come later than the first page. */
export function addTitles(more: Readonly<Record<string, () => string>>): void {
  Object.assign(known, more)
}

type TitleKey = keyof typeof titles | FrameTitle

/** A route's title: the key of a message, or a text that is shown unchanged. A misspelt key fails the type check. */
export type PageTitle = TitleKey | { text: string }

/** The text of a title. `pagesTitle_` keys are translated, other texts stay unchanged. Without a title, a default. */
export function titleText(title: PageTitle | string | undefined): string {
  const text = typeof title === 'object' ? title.text : title
  if (!text) return m.pagesTitle_noTitle()
  return Object.hasOwn(known, text) ? (known[text]?.() ?? text) : text
}

/** The title of the browser tab: the page's title, then a dash and the site's name if it has one. */
export function pageTitle(title: PageTitle | string | undefined, siteName: string): string {
  return siteName === '' ? titleText(title) : `${titleText(title)} - ${siteName}`
}
