import { getLocale } from '#src/i18n/paraglide/runtime.js'
import type { Label } from './description.ts'

/** A label in the language of the request. */
export function labelText(label: Label): string {
  return typeof label === 'function' ? label() : label[getLocale()]
}

/** The same in the middle of a sentence, where a title is a word like any other. */
export function labelInText(label: Label): string {
  return labelText(label).toLocaleLowerCase()
}
