import { parseArgs } from 'node:util'
import { openDatabase as openPool } from '#src/db/client.server.ts'
import { workLimits } from '#src/db/work-limits.server.ts'
import {
  type BrokenLedger,
  type LedgerFault,
  type VerifiedLedger,
  verifyLedgers,
} from '#src/features/ledger/verify-ledger.server.ts'
import { openDatabase } from './lib/database.ts'
import { main, ScriptError, say } from './lib/main.ts'

// `npm run ledger:verify` proves that the money and the points of every member are the sum of their entries, and what
// the last one has left. It ends with 1 when a ledger is broken.

const faults: Readonly<Record<LedgerFault, string>> = {
  sum: 'the balance is not the sum of the entries',
  last: 'the balance is not what the last entry has left',
  chain: 'an entry was changed or is missing',
  reversal: 'an entry takes back another one that it does not fit, or one that is taken back already',
  none: 'there are entries and no balance',
}

const names = { money: 'Money', score: 'Points' } as const

await main(async (env) => {
  // Refuses arguments: there are none.
  parseArgs({ options: {} })
  const database = await openDatabase({ env, log: say, share: true })
  const db = openPool(database.directUrl, 1, { limits: workLimits.job })
  try {
    const verified = await verifyLedgers(db)
    for (const one of verified.filter(({ brokenCount }) => brokenCount === 0))
      say(`${names[one.kind]}: ${one.entries} entries of ${one.members} members, every balance is their sum.`)
    const wrong = verified.flatMap(linesOf)
    if (wrong.length > 0) throw new ScriptError(wrong.join('\n'))
  } finally {
    await db.$client.end()
    await database.stop()
  }
})

function linesOf({ kind, broken, brokenCount, unguarded }: VerifiedLedger): string[] {
  const lines = broken.map((one) => `  ${lineOf(one)}`)
  if (brokenCount > broken.length) lines.push(`  … and ${brokenCount - broken.length} more`)
  return [
    ...(brokenCount > 0 ? [`${names[kind]}: the ledger of ${brokenCount} members is broken.`, ...lines] : []),
    ...unguarded.map(
      (trigger) => `${names[kind]}: the trigger ${trigger} is off or gone, so the ledger is not guarded.`,
    ),
  ]
}

function lineOf({ accountId, username, balance, sum, faults: found }: BrokenLedger): string {
  const what = found.map((fault) => faults[fault]).join('; ')
  return `${username} (account ${accountId}): balance ${balance ?? 'none'}, sum ${sum}: ${what}.`
}
