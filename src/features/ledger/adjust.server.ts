import { and, eq, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { membersSeen } from '#src/features/members/member.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { registeredResource } from '#src/server/crud/resource-registry.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { searchSql } from '#src/server/list/list-search.server.ts'
import { type BulkRows, MAX_BULK_ROWS } from '#src/server/write/bulk-query.server.ts'
import { type Entered, enterMany, lockBalances, lockMany } from './enter.server.ts'
import type { Ledger } from './ledger-tables.server.ts'

type Adjustment = BulkRows & { amount: number; memo: string }

/**
 * Gives the same amount to many members, or takes it from them: all of them or none.
 * @throws AppError 404 for a member whom the actor does not see, 409 when the number is not the one that the client
 * expects, 422 with the members who have not enough
 */
export async function adjustMembers(tx: Db, ledger: Ledger, actor: Actor, body: Adjustment): Promise<Entered> {
  const ids = await membersOf(tx, actor, body)
  const among = sql`select unnest(${sql.param(ids)}::bigint[])`
  if (!body.preview) {
    await lockMany(tx, ledger)
    await lockBalances(tx, among)
  }
  const entries = sql`select id as account_id, ${body.amount}::bigint as amount, ${body.memo}::text as memo, null::bigint as reverses
    from unnest(${sql.param(ids)}::bigint[]) as member (id)`
  return enterMany(tx, ledger, entries, body.preview)
}

/** The chosen members, or those that a search of their list finds. */
async function membersOf(tx: Db, actor: Actor, { ids, query, count }: BulkRows): Promise<number[]> {
  if ((ids === undefined) === (query === undefined)) throw invalid({ ids: [m.error_bulkRows()] })
  const wanted = ids ? [...new Set(ids)] : undefined
  const found = wanted ? await seenOf(tx, actor, wanted) : await searched(tx, actor, query)
  if (wanted && found.length < wanted.length) throw new AppError(404, m.ledger_noMember())
  if (found.length > MAX_BULK_ROWS) throw invalid({ query: [m.error_bulkTooMany({ max: MAX_BULK_ROWS })] })
  if (found.length === 0) throw invalid({ query: [m.ledger_nobody()] })
  if (count !== undefined && count !== found.length)
    throw new AppError(409, m.error_bulkCount({ count: found.length }), { reason: 'count', count: found.length })
  return found
}

async function seenOf(tx: Db, actor: Actor, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.kind, 'user'), anyOf(account.id, ids), scope(actor, membersSeen(account.id))))
  return rows.map(({ id }) => id)
}

/** A search is that of the member list, so it needs the right to read it. */
async function searched(tx: Db, actor: Actor, query: BulkRows['query']): Promise<number[]> {
  const member = registeredResource('member')
  if (!member) throw new AppError(404)
  const { resource, nodes } = member
  if (!can(actor, nodes.index)) throw new AppError(403)
  const matches: SQL | undefined = await searchSql(tx, resource, actor, {
    quickSearch: '',
    filter: undefined,
    ...query,
  })
  const { rows } = await tx.execute<{ id: number }>(sql`
    select ${resource.columns.id} as id from ${resource.source} where ${and(scope(actor, resource.scope), matches) ?? sql`true`}
    limit ${MAX_BULK_ROWS + 1}`)
  return rows.map(({ id }) => Number(id))
}
