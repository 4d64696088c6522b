import { sql } from 'drizzle-orm'
import { bigint, text } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { memberRelation, membersNamed, membersSeen } from '#src/features/members/member.relation.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed, through } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import type { Writing } from '#src/server/crud/resource.server.ts'
import { nameOfAccount } from '#src/server/list/account-names.server.ts'
import { enterOne } from './enter.server.ts'
import { entryErrors } from './ledger.rules.ts'
import type { LedgerForm } from './ledger.schema.ts'
import { type Ledger, ledgers } from './ledger-tables.server.ts'

/** Both ledgers are one resource over two tables. Entries are only added; an entry is taken back by another one. */
function ledgerResource(ledger: Ledger) {
  const { table, description } = ledger
  return compileResource({
    description,
    table,
    unrecorded: 'insert',
    scope: membersSeen(table.accountId),
    relations: { accountId: memberRelation },
    computed: {
      username: through('accountId', account.username),
      nickname: through('accountId', account.nickname),
      author: computed(text(), ({ createBy }) => nameOfAccount(createBy)),
      reversedBy: computed(
        bigint({ mode: 'number' }),
        ({ id }) => sql`(select r.id from ${table} r where r.reverses = ${id})`,
      ),
    },
    searched: (_db: Db, word: string) => Promise.resolve(membersNamed(table.accountId, word)),
    grams: ['memo'],
    uneven: true,
    check: (_db, values) => Promise.resolve(entryErrors(values)),
    checkRows: false,
    uniqueFields: { [`${ledger.name}_seq_key`]: 'accountId', [`${ledger.name}_reverses_key`]: 'reverses' },
    write: { add: ({ tx }: Writing, entry: LedgerForm) => enterOne(tx, ledger, entry) },
  })
}

export const moneyLogResource = ledgerResource(ledgers.money)
export const scoreLogResource = ledgerResource(ledgers.score)
export const moneyLogApi = crud(moneyLogResource)
export const scoreLogApi = crud(scoreLogResource)
