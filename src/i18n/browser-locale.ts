import { assertIsLocale, overwriteGetLocale } from './paraglide/runtime.js'

/**
 * The browser uses the language in which the server rendered the page. Another language would break hydration. The
 * language is not stored as the user's choice, because `?lang=` must not change the choice.
 */
export function speakDocumentLocale(): void {
  if (typeof document !== 'undefined') overwriteGetLocale(() => assertIsLocale(document.documentElement.lang))
}
