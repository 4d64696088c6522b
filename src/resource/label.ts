import { getLocale, type Locale } from '#src/i18n/paraglide/runtime.js'
import type { Description, Label } from './description.ts'

/** The text of a label, in the language of the request unless another one is given. */
export function labelText(label: Label, locale: Locale = getLocale()): string {
  return typeof label === 'function' ? label({}, { locale }) : label[locale]
}

/** A label for use inside a message, where a title is an ordinary word. */
export function labelInText(label: Label, locale?: Locale): string {
  return inText(labelText(label, locale))
}

/** A title as an ordinary word: capitalized words become lower case. Abbreviations and quoted names keep their case. */
export function inText(title: string): string {
  return title.replaceAll(/“[^”]*”|\p{L}+/gu, (word) =>
    /^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLocaleLowerCase() : word,
  )
}

/** The label for several rows of a resource. Defaults to the title. */
export function pluralLabel({ title, plural }: Pick<Description, 'title' | 'plural'>): Label {
  return plural ?? title
}
