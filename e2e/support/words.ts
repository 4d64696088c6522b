import { readFileSync } from 'node:fs'

export type Language = 'zh-cn' | 'en'
type Key = keyof typeof import('../../messages/en.json')

/** A text, or one for each plural form of one of its values. */
type Message = string | [{ declarations: string[]; match: Record<string, string> }]

/**
 * Returns the product's messages of a language, so that a journey can run in both languages.
 * @throws Error (from the returned function) for an unknown key
 */
export function wordsOf(language: Language) {
  const messages: Record<string, Message> = JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'))
  const form = new Intl.PluralRules(language)
  const textOf = (message: Message | undefined, values: Record<string, string | number>) => {
    if (typeof message !== 'object') return message
    const [{ declarations, match }] = message
    const [, counted = ''] = /local plural = (\w+): plural/.exec(declarations.join()) ?? []
    return match[`plural=${form.select(Number(values[counted]))}`]
  }
  return (key: Key, values: Record<string, string | number> = {}): string => {
    const text = textOf(messages[key], values)
    if (text === undefined) throw new Error(`no message ${key}`)
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}
