import type { Kind } from '#src/features/generator/code/kind.server.ts'

/** Entries that change a balance of a member, and are only added. */
export const ledger: Kind = {
  verbs: "['index', 'add']",
  recorded: ({ snake }) => [snake],
  texts: {
    'zh-cn': {
      accountId: '会员',
      amount: '变动',
      before: '变动前',
      after: '变动后',
      note: '备注',
      short: '余额不足。',
    },
    en: {
      accountId: 'Member',
      amount: 'Change',
      before: 'Before',
      after: 'After',
      note: 'Note',
      short: 'There is not enough left.',
    },
  },

  table: ({ camel, pascal, snake }) => `\
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { baseColumns } from '#src/db/columns.server.ts'
import { account } from '#src/db/identity.table.server.ts'

export const ${camel} = pgTable(
  '${snake}',
  {
    ...baseColumns,
    accountId: bigint({ mode: 'number' })
      .notNull()
      .references(() => account.id),
    amount: integer().notNull(),
    before: bigint({ mode: 'number' }).notNull(),
    after: bigint({ mode: 'number' }).notNull(),
    note: text().notNull().default(''),
  },
  (t) => [
    index('${snake}_account_idx').on(t.accountId, t.id),
    index('${snake}_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
  ],
)

export type ${pascal}Row = typeof ${camel}.$inferSelect
`,

  described: ({ camel }) => `\
  rowTitle: 'id',
  fields: [
    { name: 'accountId', type: 'relation', resource: 'member', label: m.${camel}_accountId, required: true },
    { name: 'amount', type: 'integer', label: m.${camel}_amount, required: true, min: -1_000_000, max: 1_000_000 },
    { name: 'before', type: 'integer', label: m.${camel}_before, readOnly: true },
    { name: 'after', type: 'integer', label: m.${camel}_after, readOnly: true },
    { name: 'note', type: 'text', label: m.${camel}_note, max: 500 },
  ],
  quickSearch: ['note'],
  sorts: ['accountId', 'createTime'],
`,

  form: ({ pascal, one }) => `\
/** What is written when ${one} is added. */
export type ${pascal}Form = Pick<${pascal}Row, 'accountId' | 'amount' | 'note'>
`,

  api: ({ key, camel, pascal }) => `\
import { desc, eq } from 'drizzle-orm'
import { account } from '#src/db/identity.table.server.ts'
import { memberRelation, membersSeen } from '#src/features/members/member.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import type { Writing } from '#src/server/crud/resource.server.ts'
import { invalid } from '#src/server/errors.server.ts'
import { ${camel}Description, type ${pascal}Form } from './${key}.schema.ts'
import { ${camel} } from './${key}.table.server.ts'

export const ${camel}Resource = compileResource({
  description: ${camel}Description,
  table: ${camel},
  scope: membersSeen(${camel}.accountId),
  relations: { accountId: memberRelation },
  write: { add },
})

export const ${camel}Api = crud(${camel}Resource)

/** Adds an entry. The balance is what the last one has left. The locked member makes others who add one wait. */
async function add({ tx }: Writing, { accountId, amount, note }: ${pascal}Form): Promise<number> {
  await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('no key update')
  const own = tx.select({ after: ${camel}.after }).from(${camel}).where(eq(${camel}.accountId, accountId))
  const [{ after: before } = { after: 0 }] = await own.orderBy(desc(${camel}.id)).limit(1)
  const after = before + amount
  if (after < 0) throw invalid<${pascal}Form>({ amount: [m.${camel}_short()] })
  const [row] = await tx.insert(${camel}).values({ accountId, amount, note, before, after }).returning()
  return row?.id ?? 0
}
`,

  test: ({ key, camel, one }) => `\
import { desc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findAccount } from '#src/features/auth/account.server.ts'
import { ${camel} } from '#src/features/${key}/${key}.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { startApi } from '../support/api.ts'
import { idOf, rowOf, rowsBy } from '../support/base-info.ts'

const path = '/adminApi/${key}'

async function ledger() {
  const { db, signIn } = await startApi()
  const call = await signIn()
  const accountId = (await findAccount(db, 'user', 'member'))?.id ?? 0
  const add = (amount: number) => call('POST', \`\${path}/add\`, { accountId, amount, note: '' })
  const left = async () => (await db.select().from(${camel}).orderBy(desc(${camel}.id)).limit(1))[0]?.after ?? 0
  return { call, add, left }
}

test('${one} changes the balance, and tells it before and after', async () => {
  const { call, add, left } = await ledger()
  const ids = [idOf(await add(50)), idOf(await add(-20))]
  expect(await rowOf(call, '${key}', ids[0] ?? 0)).toMatchObject({ amount: 50, before: 0, after: 50 })
  expect(await rowOf(call, '${key}', ids[1] ?? 0)).toMatchObject({ amount: -20, before: 50, after: 30 })
  expect(await left()).toBe(30)
})

test('${one} that takes more than there is is refused at the amount, and nothing is written', async () => {
  const { call, add, left } = await ledger()
  const errors = { amount: [m.${camel}_short({}, { locale: 'en' })] }
  expect(await add(-1)).toMatchObject({ code: 422, data: { errors } })
  expect(await left()).toBe(0)
  expect(await rowsBy(call, '${key}', 'id')).toEqual({})
})

test('of many who take at once, each finds what the one before has left', async () => {
  const { add, left } = await ledger()
  await add(30)
  const codes = (await Promise.all([1, 2, 3, 4, 5].map(() => add(-10)))).map(({ code }) => code)
  expect(codes.toSorted()).toEqual([200, 200, 200, 422, 422])
  expect(await left()).toBe(0)
})

test('${one} has a history, and is neither changed nor deleted nor undone', async () => {
  const { call, add } = await ledger()
  const added = await add(50)
  const id = idOf(added)
  expect(added.data).toMatchObject({ changeSetId: null })
  expect(await call('GET', \`\${path}/history?id=\${id}\`)).toMatchObject({ code: 200, data: { list: [{ undoable: false }] } })
  expect(await call('POST', \`\${path}/edit\`, { id, version: 1, amount: 1 })).toMatchObject({ code: 405 })
  expect(await call('DELETE', \`\${path}/del?ids[]=\${id}\`)).toMatchObject({ code: 404 })
})
`,
}
