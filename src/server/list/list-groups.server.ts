import { and, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { compile, runStatement } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { AppError } from '../errors.server.ts'
import type { ListQuery } from './list-query.server.ts'
import { searchSql } from './list-search.server.ts'

/** More values than a field with options has. */
const MOST = 1_000

/**
 * How many of the rows that the search finds, and the actor may see, have each value of a field; as lists show the
 * value, so that rows without one have that of an empty field.
 * @throws AppError 400 for a field that lists do not read
 */
export async function listGroups(
  db: Db,
  resource: Resource,
  actor: Actor,
  query: Pick<ListQuery, 'quickSearch' | 'filter'>,
  field: string,
): Promise<Map<unknown, number>> {
  const read = resource.listPlan.fields.find(({ name }) => name === field)
  if (!read) throw new AppError(400, m.error_queryField({ field }))
  const condition = and(scope(actor, resource.scope), await searchSql(db, resource, actor, query))
  const { text, params } = compile(
    sql`select ${read.column}, count(*) from ${resource.source}${condition ? sql` where ${condition}` : sql``}
      group by 1 order by 2 desc limit ${MOST}`,
  )
  const counts = new Map<unknown, number>()
  for (const [stored, count] of await runStatement(db, text, params)) {
    const value = stored === null || stored === undefined ? read.none : read.decode(stored)
    counts.set(value, (counts.get(value) ?? 0) + Number(count))
  }
  return counts
}
