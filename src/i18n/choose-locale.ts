import { type Locale, setLocale } from './paraglide/runtime.js'

/** Stores the language and loads the page anew in it. A `?lang=` in the address would speak against the choice. */
export function chooseLocale(locale: Locale): void {
  void setLocale(locale, { reload: false })
  const address = new URL(window.location.href)
  address.searchParams.delete('lang')
  if (address.href === window.location.href) window.location.reload()
  else window.location.replace(address)
}
