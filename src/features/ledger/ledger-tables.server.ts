import { type SQL, sql } from 'drizzle-orm'
import { moneyLog, scoreLog } from '#src/db/ledger.table.server.ts'
import { moneyLogDescription, scoreLogDescription } from './ledger.schema.ts'

/** What differs between the ledgers on the server. */
export const ledgers = {
  money: {
    kind: 'money',
    table: moneyLog,
    name: 'money_log',
    description: moneyLogDescription,
    balance: sql`b.money`,
    negative: 'negativeMoney',
  },
  score: {
    kind: 'score',
    table: scoreLog,
    name: 'score_log',
    description: scoreLogDescription,
    balance: sql`b.score`,
    negative: 'negativeScore',
  },
} as const

export type Ledger = (typeof ledgers)[keyof typeof ledgers]

/** The largest balance: numbers above are not exact in JavaScript. */
export const LARGEST = Number.MAX_SAFE_INTEGER

/** Whether a balance may become negative, by the same stored setting that the trigger of the ledger reads. */
export function negativeAllowed({ negative }: Ledger): SQL {
  return sql`coalesce((select value = 'true' from config where name = ${negative}), false)`
}
