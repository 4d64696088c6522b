import { and, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { studentResource } from '#src/features/students/student.api.server.ts'
import { student } from '#src/features/students/student.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { searchSql } from '#src/server/list/list-search.server.ts'
import type { BulkRows } from '#src/server/write/bulk-query.server.ts'

/**
 * The pupils that are named by their ids, or that a search of their list finds.
 * @param most so many at once
 * @returns their ids
 * @throws AppError 403 for an actor who does not see the list of pupils, 404 for a pupil whom the actor does not see,
 * 409 when the number is not the one that the client expects, 422
 */
export async function chosenStudents(
  tx: Db,
  actor: Actor,
  { ids, query, count }: Pick<BulkRows, 'ids' | 'query' | 'count'>,
  most: number,
): Promise<number[]> {
  if (!can(actor, 'baseInfo/student/index')) throw new AppError(403)
  if ((ids === undefined) === (query === undefined)) throw invalid({ ids: [m.error_bulkRows()] })
  const wanted = ids && [...new Set(ids)]
  const among = wanted ? anyOf(studentResource.columns.id, wanted) : await searched(tx, actor, query)
  const { rows } = await tx.execute<{ id: number }>(sql`
    select ${studentResource.columns.id} as id from ${studentResource.source}
    where ${and(scope(actor, { organization: student.orgId }), among) ?? sql`true`} limit ${most + 1}`)
  if (wanted && rows.length < Math.min(wanted.length, most + 1)) throw new AppError(404, m.error_rowMissing())
  if (rows.length > most) throw invalid({ [ids ? 'ids' : 'query']: [m.error_bulkTooMany({ max: most })] })
  if (rows.length === 0) throw invalid({ query: [m.family_noStudents()] })
  if (count !== undefined && count !== rows.length)
    throw new AppError(409, m.error_bulkCount({ count: rows.length }), { reason: 'count', count: rows.length })
  return rows.map(({ id }) => Number(id))
}

function searched(tx: Db, actor: Actor, query: BulkRows['query']): Promise<SQL | undefined> {
  return searchSql(tx, studentResource, actor, { quickSearch: '', filter: undefined, ...query })
}
