import { eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { membersSeen } from '#src/features/members/member.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { type Entered, enterMany, lockBalances, lockMany } from './enter.server.ts'
import type { Ledger } from './ledger-tables.server.ts'

type Reversal = { id?: number | undefined; changeSetId?: number | undefined; memo: string; preview: boolean }

/**
 * Takes back one entry, or all that were added together, by a counter-entry each. Those that are taken back already
 * stay so: afterwards all are. All of the others are taken back or none.
 * @throws AppError 404, 403 for entries of members whom the actor does not see, 409 when all are taken back already,
 * 422 with the members who have not enough
 */
export async function reverseEntries(
  tx: Db,
  ledger: Ledger,
  actor: Actor,
  { id, changeSetId, memo, preview }: Reversal,
): Promise<Entered & { reversedCount: number }> {
  if ((id === undefined) === (changeSetId === undefined)) throw invalid({ id: [m.ledger_oneOrAll()] })
  if (!preview && memo === '') throw invalid({ memo: [m.rule_required()] })
  const { table } = ledger
  const wanted = id === undefined ? sql`${table.changeSetId} = ${changeSetId}` : eq(table.id, id)
  const seen = scope(actor, membersSeen(table.accountId)) ?? sql`true`
  const found = await tx.execute<{ count: number; seen: number }>(sql`
    select count(*)::int as count, count(*) filter (where ${seen})::int as seen from ${table} where ${wanted}`)
  const { count = 0, seen: visible = 0 } = found.rows[0] ?? {}
  if (visible === 0) throw new AppError(404, m.error_rowMissing())
  if (visible < count) throw new AppError(403, m.ledger_outside({ count: count - visible }))
  if (!preview) {
    if (id === undefined) await lockMany(tx, ledger)
    await lockBalances(tx, sql`select ${table.accountId} from ${table} where ${wanted}`)
  }
  const entries = sql`select ${table.accountId} as account_id, - ${table.amount} as amount, ${memo}::text as memo, ${table.id} as reverses
    from ${table} where ${wanted} and not exists (select from ${table} r where r.reverses = ${table.id})`
  const entered = await enterMany(tx, ledger, entries, preview)
  if (entered.count === 0) throw new AppError(409, m.ledger_reversedAlready(), { reason: 'done' })
  return { ...entered, reversedCount: count - entered.count }
}
