import type { DesignFieldOf } from './design.ts'

type Option = DesignFieldOf<'select'>['options'][number]

/** A title with its values, as comments of columns have them: `State:0=Off,1=On`. */
export type Dictionary = { title: string; options: Option[] }

/** What a comment says of a column. */
export type CommentFacts = {
  title: string
  /** The values with their names; empty without a dictionary. */
  options: { value: string; label: string }[]
}

/**
 * Reads the comment of a column: `State:0=Off,1=On`, `State (0=off, 1=on)`, `状态（0正常 1停用）`, `状态，0正常，1停用`. What is no
 * dictionary, or names a value twice, is all title.
 */
export function readComment(comment: string): CommentFacts {
  const whole = comment.trim().replaceAll(/\s+/g, ' ')
  const found = entriesOf(whole) ?? bracketed(whole)
  const values = new Set(found?.options.map(({ value }) => value))
  return found && values.size === found.options.length ? found : { title: whole, options: [] }
}

/** Reads what people type as a dictionary. Of a value that is named twice, the first name counts. */
export function readDictionary(text: string): Dictionary | undefined {
  const found = entriesOf(text.trim())
  if (!found) return undefined
  const names = new Map(found.options.toReversed().map(({ value, label }) => [value, label]))
  const values = [...new Set(found.options.map(({ value }) => value))]
  const options = values.map((value): Option => {
    const name = names.get(value) ?? value
    return { value, label: { 'zh-cn': name, en: name } }
  })
  return { title: found.title, options }
}

/** Title and entries. Colons, commas and equal signs may be of either width. Undefined for a text without entries. */
function entriesOf(text: string): CommentFacts | undefined {
  const colon = text.search(/[:：]/)
  if (colon <= 0) return undefined
  const title = text.slice(0, colon).trim()
  const entries = text
    .slice(colon + 1)
    .split(/[,，、;；]/)
    .map((entry) => /^([^=＝]+)[=＝](.+)$/.exec(entry.trim()))
  const options = entries.flatMap((entry) =>
    entry?.[1] && entry[2] ? [{ value: entry[1].trim(), label: entry[2].trim() }] : [],
  )
  const named = options.every(({ value, label }) => value !== '' && label !== '')
  return title !== '' && named && options.length === entries.length ? { title, options } : undefined
}

/** Entries in brackets or after a comma: each with a sign between value and name, or with a Chinese name after it. */
function bracketed(text: string): CommentFacts | undefined {
  const [, title = '', inside = ''] =
    /^([^(（]+)[(（](.+)[)）]$/.exec(text) ?? /^([^,，]+)[,，](.+)$/.exec(text.replace(/[。.]$/, '')) ?? []
  const parts = inside.split(/[,，、;；/]/)
  const split = parts.length > 1 ? parts : inside.split(/\s+/)
  const options = split.flatMap((part) => {
    const [, value, label] =
      /^([A-Za-z]|-?\d{1,3})\s*(?:[=＝:：]|\s[-–—]\s|-)\s*(.+)$/.exec(part.trim()) ??
      /^([A-Za-z]|-?\d{1,3})\s*(?:代表|表示|为|是)?\s*(\p{Script=Han}.*)$/u.exec(part.trim()) ??
      []
    return value && label ? [{ value, label: label.trim() }] : []
  })
  return options.length > 1 && options.length === split.length ? { title: title.trim(), options } : undefined
}
