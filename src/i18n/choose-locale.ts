import { tellChoice } from './choice-signal.ts'
import { CHOSEN } from './chosen-locale.ts'
import { type Locale, setLocale } from './paraglide/runtime.js'

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
