import { tellChoice } from './choice-signal.ts'
import { type Locale, setLocale } from './paraglide/runtime.js'

const CHOSEN = 'ys_langChosen'

/**
 * Stores the language and reloads the page in it. `?lang=` is removed from the URL, because it would override the
 * choice.
 */
export function chooseLocale(locale: Locale): void {
  void setLocale(locale, { reload: false })
  try {
    sessionStorage.setItem(CHOSEN, locale)
  } catch {
    // The browser forbids storage: then the choice holds for this browser alone.
  }
  tellChoice()
  const address = new URL(window.location.href)
  address.searchParams.delete('lang')
  if (address.href === window.location.href) window.location.reload()
  else window.location.replace(address)
}

/** The language that somebody has chosen in this window since the last sign-in. */
export function chosenHere(): string | null {
  try {
    return sessionStorage.getItem(CHOSEN)
  } catch {
    return null
  }
}

export function forgetChosen(): void {
  try {
    sessionStorage.removeItem(CHOSEN)
  } catch {
    // As above.
  }
}
