import type { Db } from '#src/db/client.server.ts'
import { term } from '#src/db/teaching.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { usualName } from './term.name.ts'

type Asked = { values: Record<string, unknown>; row: Row | undefined }
type Days = { id: number | undefined; name: string; since: string; until: string }

/**
 * Refuses terms that have a day in common with another one, at their first day. Terms that are written together are
 * compared as they will be. Against somebody who writes at the same time, the constraint `term_overlap` holds.
 */
export async function termRules(db: Db, asked: readonly Asked[]): Promise<FieldErrors[]> {
  const written = asked.map(daysOf)
  const ids = new Set(written.map((one) => one?.id))
  const { id, name, since, until } = term
  const stored = await db.select({ id, name, since, until }).from(term)
  const others: readonly Days[] = [
    ...stored.filter((one) => !ids.has(one.id)),
    ...written.filter((one) => one !== undefined),
  ]
  return written.map((own): FieldErrors => {
    const other = own && others.find((one) => one !== own && one.since <= own.until && one.until >= own.since)
    if (!other) return {}
    return { since: [m.term_overlaps({ name: other.name, since: other.since, until: other.until })] }
  })
}

/** The days of a term as it will be. Undefined while days are missing or the wrong way round: other rules say so. */
function daysOf({ values, row }: Asked): Days | undefined {
  const { since, until, name, schoolYear, number } = { ...row, ...values }
  if (typeof since !== 'string' || typeof until !== 'string' || since === '' || until < since) return undefined
  return { id: row?.id, name: String(name || usualName(Number(schoolYear), Number(number))), since, until }
}
