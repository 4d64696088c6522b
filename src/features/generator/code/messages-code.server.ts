import { type Locale, locales } from '#src/i18n/paraglide/runtime.js'
import type { Label } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { type Raw, raw } from './source-text.server.ts'

type Text = Record<Locale, string>

/** The messages of a resource. Each text gets a key, and in the description its place is that of the message. */
export class MessageBook {
  readonly #prefix: string
  readonly #taken: readonly string[]
  readonly #texts = new Map<string, Text>()

  /** @param taken keys behind the prefix that others have */
  constructor(prefix: string, taken: readonly string[]) {
    this.#prefix = prefix
    this.#taken = taken
  }

  /** @param wanted the key behind the prefix. A number follows where it is taken. */
  label(wanted: string, label: Label): Raw {
    const text = { 'zh-cn': messageText(labelText(label, 'zh-cn')), en: messageText(labelText(label, 'en')) }
    const plain = wanted.replaceAll(/\W/g, '_')
    let name = plain
    for (let number = 2; this.#isTaken(name, text); number += 1) name = `${plain}${number}`
    this.#texts.set(name, text)
    return raw(`m.${this.#prefix}_${name}`)
  }

  /** The same for a text that there may be. */
  maybe(wanted: string, label: Label | undefined): Raw | undefined {
    return label && this.label(wanted, label)
  }

  /** All texts by language and by their keys behind the prefix. */
  get texts(): Record<Locale, Record<string, string>> {
    const of = (locale: Locale) => Object.fromEntries([...this.#texts].map(([name, text]) => [name, text[locale]]))
    return { 'zh-cn': of('zh-cn'), en: of('en') }
  }

  #isTaken(name: string, text: Text): boolean {
    const known = this.#texts.get(name)
    // Each message is a file of its own, and not every disk tells capitals from small letters.
    const small = name.toLowerCase()
    if ([...this.#texts.keys()].some((one) => one !== name && one.toLowerCase() === small)) return true
    return (
      this.#taken.includes(name) || (known !== undefined && locales.some((locale) => known[locale] !== text[locale]))
    )
  }
}

/** A text as a message without inputs: its braces are no inputs. */
export function messageText(text: string): string {
  return text.replaceAll(/[\\{}]/g, String.raw`\$&`)
}
