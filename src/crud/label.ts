import { getLocale, type Locale } from '#src/i18n/paraglide/runtime.js'
import type { Label } from './description.ts'

/** A label in the language of the request, or in another one. */
export function labelText(label: Label, locale: Locale = getLocale()): string {
  return typeof label === 'function' ? label({}, { locale }) : label[locale]
}

/** The same in the middle of a sentence, where a title is a word like any other. */
export function labelInText(label: Label, locale?: Locale): string {
  return labelText(label, locale).toLocaleLowerCase()
}
