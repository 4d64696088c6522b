import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { type Ledger, ledgers } from './ledger-tables.server.ts'

/**
 * What is wrong with a member's ledger. `sum`: the balance is not the sum of the entries. `last`: it is not what the
 * last entry has left. `chain`: an entry is missing, or does not begin with what the one before has left. `reversal`:
 * an entry takes back one of another amount or member, or one that is taken back twice. `none`: there is no balance.
 */
export type LedgerFault = 'sum' | 'last' | 'chain' | 'reversal' | 'none'

export type BrokenLedger = {
  accountId: number
  username: string
  balance: number | null
  sum: number
  faults: LedgerFault[]
}

export type VerifiedLedger = {
  kind: Ledger['kind']
  members: number
  entries: number
  /** The first members whose ledger is broken, and the number of all of them. */
  broken: BrokenLedger[]
  brokenCount: number
  /** The triggers that guard the ledger and are off or gone. */
  unguarded: string[]
}

/** The most members that are named. */
const NAMED = 20

/** Proves for every member that the balance is the sum of the entries and what the last one has left. */
export async function verifyLedgers(db: Db): Promise<VerifiedLedger[]> {
  const verified: VerifiedLedger[] = []
  for (const ledger of Object.values(ledgers)) verified.push(await verifyLedger(db, ledger))
  return verified
}

type Found = {
  account_id: number | null
  username: string | null
  balance: string | null
  sum: string
  faults: LedgerFault[]
  count: number
}

async function verifyLedger(db: Db, ledger: Ledger): Promise<VerifiedLedger> {
  const { kind, table, balance } = ledger
  const last = sql`b.${sql.identifier(`${kind}_seq`)}`
  const { rows } = await db.execute<Found>(sql`
    with entry as (
      select account_id, seq, amount, after,
        after = before + amount and before = lag(after, 1, 0::bigint) over own and seq = lag(seq, 1, 0) over own + 1 as follows,
        reverses is null or exists (
          select from ${table} o where o.id = e.reverses and o.account_id = e.account_id and o.amount = - e.amount)
          and count(*) over (partition by reverses) = 1 as reverts
      from ${table} e window own as (partition by account_id order by seq)
    ), ledger as (
      select account_id, sum(amount) as sum, max(seq) as last, (array_agg(after order by seq desc))[1] as left_over,
        bool_and(follows) as follows, bool_and(reverts) as reverts
      from entry group by account_id
    ), judged as (
      select coalesce(b.account_id, l.account_id) as account_id, ${balance} as balance, coalesce(l.sum, 0) as sum, array_remove(array[
        case when b.account_id is null then 'none' when ${balance} <> coalesce(l.sum, 0) then 'sum' end,
        case when b.account_id is not null and (${balance} <> coalesce(l.left_over, 0) or ${last} is distinct from l.last) then 'last' end,
        case when not l.follows then 'chain' end,
        case when not l.reverts then 'reversal' end], null) as faults
      from ledger l full join member_balance b on b.account_id = l.account_id
    )
    select j.account_id, a.username, j.balance, j.sum, j.faults, count(*) over ()::int as count
    from judged j left join account a on a.id = j.account_id where cardinality(j.faults) > 0 order by j.account_id limit ${NAMED}`)
  const counts = await db.execute<{ members: number; entries: number }>(sql`
    select (select count(*) from member_balance)::int as members, (select count(*) from ${table})::int as entries`)
  const { members = 0, entries = 0 } = counts.rows[0] ?? {}
  const broken = rows.map(({ account_id, username, balance: held, sum, faults }) => ({
    accountId: Number(account_id),
    username: username ?? '',
    balance: held === null ? null : Number(held),
    sum: Number(sum),
    faults,
  }))
  const unguarded = await missingTriggers(db, ledger)
  return { kind, members, entries, broken, brokenCount: rows[0]?.count ?? 0, unguarded }
}

async function missingTriggers(db: Db, { name }: Ledger): Promise<string[]> {
  const guards = [
    [name, 'b_enter'],
    [name, 'b_kept'],
    [name, 'b_emptied'],
    ['member_balance', 'b_kept'],
    ['member_balance', 'b_emptied'],
  ] as const
  const { rows } = await db.execute<{ guard: string }>(sql`
    select tgrelid::regclass::text || ' ' || tgname as guard from pg_trigger
    where tgrelid in (to_regclass(${name}), to_regclass('member_balance')) and tgenabled in ('O', 'A')`)
  const present = new Set(rows.map(({ guard }) => guard))
  return guards.map((guard) => guard.join(' ')).filter((guard) => !present.has(guard))
}
