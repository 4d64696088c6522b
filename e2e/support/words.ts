import { readFileSync } from 'node:fs'

export type Language = 'zh-cn' | 'en'
type Key = keyof typeof import('../../messages/en.json')

/**
 * Returns the product's messages of a language, so that a journey can run in both languages.
 * @throws Error (from the returned function) for an unknown key
 */
export function wordsOf(language: Language) {
  const texts: Record<string, string> = JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'))
  return (key: Key, values: Record<string, string | number> = {}): string => {
    const text = texts[key]
    if (text === undefined) throw new Error(`no message ${key}`)
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}
