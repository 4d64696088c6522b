import { getLocale, type Locale } from '#src/i18n/paraglide/runtime.js'
import type { Description, Label } from './description.ts'

/** A label in the language of the request, or in another one. */
export function labelText(label: Label, locale: Locale = getLocale()): string {
  return typeof label === 'function' ? label({}, { locale }) : label[locale]
}

/** The same in the middle of a sentence, where a title is a word like any other; abbreviations stay as they are. */
export function labelInText(label: Label, locale?: Locale): string {
  return labelText(label, locale).replaceAll(/\p{L}+/gu, (word) =>
    /^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLocaleLowerCase() : word,
  )
}

/** What the rows of a resource are called together. */
export function pluralLabel({ title, plural }: Pick<Description, 'title' | 'plural'>): Label {
  return plural ?? title
}
