import { and, ilike, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { anyWidth, fullWidth, halfWidth } from '#src/lib/any-width.ts'
import { containing } from './filter-value.server.ts'

/** Maximum length of a text that is compared in both widths. */
const LONG = 200

/** Whether a text contains another one: in any case, and with letters, digits and signs of either width. */
export function containsSql(column: PgColumn | SQL, text: string): SQL {
  const oneForm = halfWidth(text) === fullWidth(text)
  return oneForm || text.length > LONG ? ilike(column, containing(text)) : sql`${column} ~* ${anyWidth(text)}`
}

/** Pairs of signs that an index is asked for. Few rows have as many of them, and lack the rest. */
const PAIRS = 12

/**
 * What a column must have to contain a text, for an index on its `search_grams`: each pair of neighbouring signs, or
 * the one sign, in either width. Whoever finds a row looks at its text as well.
 */
export function indexedSql(column: PgColumn | SQL, text: string): SQL | undefined {
  const signs = [...text]
  const pairs = signs.length > 1 ? signs.slice(1).map((sign, at) => `${signs[at]}${sign}`) : signs
  const formsOf = (pair: string) => {
    const widths = [...pair].map((sign) => [...new Set([halfWidth(sign), fullWidth(sign)])])
    return widths.reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => start + end)))
  }
  const asked = [...new Set(pairs)].slice(0, PAIRS).map((pair) => {
    const words = formsOf(pair).map((form) => sql`search_word(${form})`)
    return sql`search_grams(${column}) && (${sql.join(words, sql` || `)})`
  })
  return and(...asked)
}

/** The words of a quick search. */
export function searchWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

/** The spellings under which an index has a word: as it was typed, with usual and with full-width signs. */
export function spellings(word: string): string[] {
  return [...new Set([word, halfWidth(word), fullWidth(word)])]
}
