import { ilike, type SQL, sql } from 'drizzle-orm'
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

/** The words of a quick search. */
export function searchWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

/** The spellings under which an index has a word: as it was typed, with usual and with full-width signs. */
export function spellings(word: string): string[] {
  return [...new Set([word, halfWidth(word), fullWidth(word)])]
}
