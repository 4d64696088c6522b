import { eq, sql } from 'drizzle-orm'
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { baseColumns } from '#src/db/columns.server.ts'
import type { Description } from '#src/resource/description.ts'
import { type StandardVerb, standardVerbs } from '#src/resource/registry.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { relationTo } from '#src/server/crud/relation.server.ts'
import { invalid } from '#src/server/errors.server.ts'
import { label } from './label.ts'
import { BASE_SQL, startWith, triggers } from './own-resource.ts'

/** Purses with a balance, and the ledger that changes it. For tests only. */
const purse = pgTable('purse', {
  ...baseColumns,
  name: text().notNull(),
  balance: integer().notNull().default(0),
})

const entry = pgTable('purse_entry', {
  ...baseColumns,
  purseId: bigint({ mode: 'number' }).notNull(),
  amount: integer().notNull(),
  before: integer().notNull(),
  after: integer().notNull(),
})

const purseDescription: Description = {
  key: 'purse',
  menu: 'baseInfo/organization',
  title: label('Purse'),
  rowTitle: 'name',
  fields: [
    { name: 'name', type: 'text', label: label('Name'), required: true, max: 50 },
    { name: 'balance', type: 'integer', label: label('Balance'), readOnly: true },
  ],
  quickSearch: ['name'],
  sorts: [],
  defaultOrder: 'id,asc',
}

const entryDescription: Description = {
  key: 'purse-entry',
  menu: 'baseInfo/organization',
  title: label('Entry'),
  rowTitle: 'id',
  fields: [
    { name: 'purseId', type: 'relation', resource: 'purse', label: label('Purse'), required: true, addOnly: true },
    { name: 'amount', type: 'integer', label: label('Amount'), required: true, bulk: true },
    { name: 'before', type: 'integer', label: label('Before'), readOnly: true },
    { name: 'after', type: 'integer', label: label('After'), readOnly: true },
  ],
  quickSearch: [],
  sorts: [],
  defaultOrder: 'id,desc',
}

const purseResource = compileResource({ description: purseDescription, table: purse, scope: 'unscoped' })

/** @param verbs what the ledger offers; an append-only one has no `edit` and no `del` */
const entryResource = (verbs: readonly StandardVerb[]) =>
  compileResource({
    description: { ...entryDescription, verbs },
    table: entry,
    scope: 'unscoped',
    relations: { purseId: relationTo({ table: purse, scope: 'unscoped', search: ['name'], order: [] }) },
    write: {
      async add({ tx }, values) {
        const [held] = await tx
          .select()
          .from(purse)
          .where(eq(purse.id, Number(values.purseId)))
          .for('update')
        const before = held?.balance ?? 0
        const after = before + Number(values.amount)
        if (after < 0) throw invalid({ amount: ['There is not enough in the purse'] })
        await tx
          .update(purse)
          .set({ balance: after })
          .where(eq(purse.id, Number(values.purseId)))
        const [made] = await tx
          .insert(entry)
          .values({ purseId: Number(values.purseId), amount: Number(values.amount), before, after })
          .returning({ id: entry.id })
        return made?.id ?? 0
      },
      async edit({ tx }, row, values) {
        const by = Number(values.amount) - Number(row.amount)
        await tx
          .update(purse)
          .set({ balance: sql`balance + ${by}` })
          .where(eq(purse.id, Number(row.purseId)))
        await tx
          .update(entry)
          .set({ amount: Number(values.amount), after: sql`after + ${by}` })
          .where(eq(entry.id, row.id))
      },
      async del({ tx }, rows) {
        for (const row of rows) {
          await tx
            .update(purse)
            .set({ balance: sql`balance - ${row.amount}` })
            .where(eq(purse.id, Number(row.purseId)))
          await tx.delete(entry).where(eq(entry.id, row.id))
        }
      },
    },
  })

/** Starts the API with one purse that holds the given balance. @param verbs those of the ledger */
export async function purses(balance: number, verbs: readonly StandardVerb[] = standardVerbs) {
  const api = await startWith(
    [purseResource, entryResource(verbs)],
    [
      `create table purse (${BASE_SQL}, name text not null, balance int not null default 0)`,
      `create table purse_entry (${BASE_SQL}, purse_id bigint not null references purse (id), amount int not null, "before" int not null, "after" int not null)`,
      ...triggers('purse'),
      ...triggers('purse_entry'),
    ],
  )
  const { rows } = await api.db.execute<{ id: number }>(
    sql`insert into purse (name, balance) values ('Ann', ${balance}) returning id`,
  )
  return { ...api, purseId: Number(rows[0]?.id) }
}
