import { sql } from 'drizzle-orm'
import { openDatabase } from '#src/db/client.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { enterMany, enterOne, lockBalances, lockMany } from '#src/features/ledger/enter.server.ts'
import { ledgers } from '#src/features/ledger/ledger-tables.server.ts'

// A process that writes entries of all members without an end, one by one and all at once. Tests kill it.

const [url = ''] = process.argv.slice(2)
const db = openDatabase(url, 8)
const { money } = ledgers
const { rows } = await db.execute<{ id: number }>(sql`select account_id as id from member_balance order by 1`)
const ids = rows.map(({ id }) => Number(id))
const accounts = sql`select account_id from member_balance`
const entries = sql`select account_id, 1::bigint as amount, 'All' as memo, null::bigint as reverses from member_balance`

async function oneByOne(): Promise<never> {
  for (let at = 0; ; at += 1)
    await write(db, systemAuthor, 'save', (tx) =>
      enterOne(tx, money, { accountId: ids[at % ids.length] ?? 0, amount: at % 3 === 0 ? -1 : 2, memo: 'One' }).catch(
        () => 0,
      ),
    ).catch(() => 0)
}

async function allAtOnce(): Promise<never> {
  for (;;)
    await write(db, systemAuthor, 'bulk', async (tx) => {
      await lockMany(tx, money)
      await lockBalances(tx, accounts)
      await enterMany(tx, money, entries)
    })
}

const working = [oneByOne(), oneByOne(), oneByOne(), allAtOnce(), allAtOnce()]
process.stdout.write('ready\n')
process.stdin.resume().on('end', () => process.exit(0))
await Promise.all(working)
