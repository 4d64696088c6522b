import type { DesignFieldOf } from './design.ts'

type Option = DesignFieldOf<'select'>['options'][number]

/** A title with its values, as comments of columns have them: `State:0=Off,1=On`. */
export type Dictionary = { title: string; options: Option[] }

/**
 * Reads a comment with a dictionary. Colons and commas may be full-width, too.
 * @returns undefined for a text without one
 */
export function readDictionary(text: string): Dictionary | undefined {
  const [title = '', ...rest] = text.split(/[:：]/)
  const pairs = rest.join(':').split(/[,，;；]/)
  const options: Option[] = []
  for (const pair of pairs) {
    const [value = '', ...words] = pair.split(/[=＝]/)
    const label = words.join('=').trim()
    const key = value.trim()
    if (key === '' || label === '') return undefined
    if (!options.some((one) => one.value === key)) options.push({ value: key, label: { 'zh-cn': label, en: label } })
  }
  return title.trim() === '' || options.length === 0 ? undefined : { title: title.trim(), options }
}
