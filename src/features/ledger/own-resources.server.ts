import { eq } from 'drizzle-orm'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import type { Resource } from '#src/server/crud/resource.server.ts'
import { type Ledger, ledgers } from './ledger-tables.server.ts'
import { ownMoneyDescription, ownScoreDescription } from './own-ledger.schema.ts'

/** The own entries, and no others: the scope is the caller. No request names an account. */
export const ownResources: Record<Ledger['kind'], Resource> = {
  money: compileResource({
    description: ownMoneyDescription,
    table: ledgers.money.table,
    scope: ({ id }) => eq(ledgers.money.table.accountId, id),
  }),
  score: compileResource({
    description: ownScoreDescription,
    table: ledgers.score.table,
    scope: ({ id }) => eq(ledgers.score.table.accountId, id),
  }),
}
