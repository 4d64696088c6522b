import { getLocale, type Locale } from '#src/i18n/paraglide/runtime.js'
import type { Description, Label } from './description.ts'

/** The text of a label, in the language of the request unless another one is given. */
export function labelText(label: Label, locale: Locale = getLocale()): string {
  return typeof label === 'function' ? label({}, { locale }) : label[locale]
}

/** A label for use inside a message, where a title is an ordinary word. */
export function labelInText(label: Label, locale?: Locale): string {
  return inText(labelText(label, locale), locale)
}

/** The same for a message that puts it right after a word. */
export function labelAfterWord(label: Label, locale?: Locale): string {
  return afterWord(labelInText(label, locale), locale)
}

/**
 * A title as an ordinary word: capitalized words become lower case. Abbreviations and quoted names keep their case.
 * Chinese has no capitals, so Latin words in its sentences are names and stay as they are.
 */
export function inText(title: string, locale: Locale = getLocale()): string {
  if (locale === 'zh-cn') return title
  return title.replaceAll(/“[^”]*”|\p{L}+/gu, (word) =>
    /^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLocaleLowerCase() : word,
  )
}

/** A name right after a word of a message. A space keeps Latin letters and digits apart from a Chinese word. */
export function afterWord(name: string, locale: Locale = getLocale()): string {
  return locale === 'zh-cn' && /^[\p{Script=Latin}\d]/u.test(name) ? ` ${name}` : name
}

/** Two names with a word between them, from which spaces keep Latin letters and digits apart in Chinese. */
export function joinedBy(word: string, left: string, right: string): string {
  const isApart = getLocale() === 'zh-cn' && /[\p{Script=Latin}\d]$/u.test(left)
  return `${left}${isApart ? ' ' : ''}${word}${afterWord(right)}`
}

/** The label for several rows of a resource. Defaults to the title. */
export function pluralLabel({ title, plural }: Pick<Description, 'title' | 'plural'>): Label {
  return plural ?? title
}
