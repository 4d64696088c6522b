import { assertIsLocale, overwriteGetLocale } from './paraglide/runtime.js'

/**
 * In the browser a page speaks the language that the server wrote it in, or hydration would find other words. Asking
 * must not store it as the choice either: `?lang=` changes none.
 */
export function speakDocumentLocale(): void {
  if (typeof document !== 'undefined') overwriteGetLocale(() => assertIsLocale(document.documentElement.lang))
}
