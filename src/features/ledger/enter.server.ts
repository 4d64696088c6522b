import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { pgErrorOf } from '#src/server/write/db-errors.server.ts'
import { MOST_NAMED, type Refusal } from '#src/server/write/refusal.server.ts'
import { amountText } from './amount-text.ts'
import type { LedgerForm, LedgerKind } from './ledger.schema.ts'
import { LARGEST, type Ledger, negativeAllowed } from './ledger-tables.server.ts'

/** Adds one entry. The trigger of the ledger numbers it and moves the balance. @returns its id */
export async function enterOne(tx: Db, { kind, table }: Ledger, entry: LedgerForm): Promise<number> {
  const { accountId, amount, memo } = entry
  try {
    const { rows } = await tx.execute<{ id: number }>(
      sql`insert into ${table} (account_id, amount, memo) values (${accountId}, ${amount}, ${memo}) returning id`,
    )
    return Number(rows[0]?.id)
  } catch (error) {
    throw explained(error, kind)
  }
}

/** The message of a constraint of the ledger. Any other error stays as it is. */
function explained(error: unknown, kind: LedgerKind): unknown {
  const found = pgErrorOf(error)
  switch (found?.constraint) {
    case `${kind}_log_enough`:
      return invalid<LedgerForm>({ amount: [m.ledger_short({ held: amountText(kind, Number(found.detail)) })] })
    case `${kind}_log_sum`:
      return invalid<LedgerForm>({ amount: [m.ledger_zero()] })
    case `${kind}_log_exact`:
      return invalid<LedgerForm>({ amount: [m.ledger_tooLarge()] })
    case `${kind}_log_member`:
      return invalid<LedgerForm>({ accountId: [m.ledger_noMember()] })
    default:
      return error
  }
}

/**
 * Makes all who write several entries of a ledger wait for each other, so that no two of them wait for each other's
 * members. Who writes one entry waits for one member only.
 */
export async function lockMany(tx: Db, { name }: Ledger): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${name}))`)
}

/** Locks the balances of accounts until the commit, in their order. @param accounts a query for their ids */
export async function lockBalances(tx: Db, accounts: SQL): Promise<void> {
  await tx.execute(sql`select count(*) from (
    select from member_balance where account_id in (${accounts}) order by account_id for update) locked`)
}

type Judged = { id: number; title: string; held: string; after: string; count: number }

/**
 * Adds many entries, all of them or none, with one statement. The balances are locked.
 * @param entries a query for `account_id`, `amount`, `memo` and `reverses`
 * @throws AppError 422 with the members who have not enough
 */
export async function enterMany(tx: Db, ledger: Ledger, entries: SQL, preview = false): Promise<Entered> {
  const { kind, balance, table } = ledger
  const { rows } = await tx.execute<Judged>(sql`
    with change as (select account_id, sum(amount) as amount from (${entries}) entries group by 1)
    select c.account_id as id, coalesce(nullif(a.nickname, ''), nullif(a.name, ''), a.username) || ' (' || a.username || ')' as title,
      ${balance} as held, ${balance} + c.amount as after, count(*) over ()::int as count
    from change c join member_balance b on b.account_id = c.account_id join account a on a.id = c.account_id
    where c.amount < 0 and ${balance} + c.amount < 0 and not ${negativeAllowed(ledger)} or abs(${balance} + c.amount) > ${LARGEST}
    order by c.account_id limit ${MOST_NAMED}`)
  const refused = rows.map(({ id, title, held, after }): Refusal => {
    const short = Number(after) < 0
    const msg = short ? m.ledger_short({ held: amountText(kind, Number(held)) }) : m.ledger_tooLarge()
    return { id: Number(id), title, msg }
  })
  const refusedCount = rows[0]?.count ?? 0
  if (preview) {
    const counted = await tx.execute<{ count: number; amount: string }>(
      sql`select count(*)::int as count, coalesce(sum(amount), 0) as amount from (${entries}) entries`,
    )
    const [found] = counted.rows
    return { count: found?.count ?? 0, sum: Number(found?.amount ?? 0), refused, refusedCount }
  }
  if (refusedCount > 0) throw new AppError(422, refusalText(refused, refusedCount), { refused, refusedCount })
  // What a member gets comes first, so that no balance falls below zero on the way.
  const entered = await tx.execute<{ count: number; amount: string }>(sql`
    with entered as (
      insert into ${table} (account_id, amount, memo, reverses)
      select account_id, amount, memo, reverses from (${entries}) entries order by account_id, amount desc returning amount
    ) select count(*)::int as count, coalesce(sum(amount), 0) as amount from entered`)
  const [done] = entered.rows
  return { count: done?.count ?? 0, sum: Number(done?.amount ?? 0), refused, refusedCount }
}

export type Entered = {
  count: number
  /** The sum of the amounts, in cents or points. */
  sum: number
  refused: Refusal[]
  refusedCount: number
}

/** The most members that a message names. */
const NAMED = 5

function refusalText(refused: readonly Refusal[], count: number): string {
  const lines = refused.slice(0, NAMED).map(({ title, msg }) => m.ledger_refusedLine({ title, msg }))
  const more = count > NAMED ? [m.error_undoMore({ count: count - NAMED })] : []
  return [m.ledger_refused({ count }), ...lines, ...more].join('\n')
}
