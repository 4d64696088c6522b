import type { Kind } from '#src/features/generator/code/kind.server.ts'

/** Rows that the product writes and users only read: who did what, and when. */
export const log: Kind = {
  verbs: "['index']",
  // A condition on a day then reads one part of the index on the time, however large the table is.
  order: 'createTime,desc',
  recorded: () => [],
  texts: {
    'zh-cn': { action: '操作', username: '用户名' },
    en: { action: 'Action', username: 'User name' },
  },

  table: ({ camel, pascal, snake }) => `\
import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#src/db/columns.server.ts'

export const ${camel} = pgTable(
  '${snake}',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    createTime: instant().notNull().default(sql\`now()\`),
    accountId: bigint({ mode: 'number' }).notNull(),
    action: text().notNull(),
  },
  (t) => [
    index('${snake}_account_idx').on(t.accountId, t.id),
    index('${snake}_create_time_idx').on(t.createTime, t.id),
  ],
)

/** The user name is null when there is no such account any more. */
export type ${pascal}Row = typeof ${camel}.$inferSelect & { username: string | null }
`,

  described: ({ camel }) => `\
  rowTitle: 'action',
  base: ['createTime'],
  fields: [
    { name: 'action', type: 'text', label: m.${camel}_action, readOnly: true },
    { name: 'username', type: 'text', label: m.${camel}_username, readOnly: true },
  ],
  quickSearch: ['action', 'username'],
  sorts: ['createTime'],
`,

  api: ({ key, camel }) => `\
import { eq } from 'drizzle-orm'
import { account } from '#src/db/identity.table.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { through } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { ${camel}Description } from './${key}.schema.ts'
import { ${camel} } from './${key}.table.server.ts'

export const ${camel}Resource = compileResource({
  description: ${camel}Description,
  table: ${camel},
  computed: { username: through('accountId', account.username) },
  scope: (actor) => (actor.super ? undefined : eq(${camel}.accountId, actor.id)),
})

export const ${camel}Api = crud(${camel}Resource)
`,

  test: ({ key, camel, words, menu }) => `\
import { expect, test } from 'vitest'
import { findAccount } from '#src/features/auth/account.server.ts'
import { ${camel} } from '#src/features/${key}/${key}.table.server.ts'
import { startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

const path = '/adminApi/${key}'

async function twoRows() {
  const api = await startApi()
  const officer = await addOfficer(api, { username: 'officer', scope: 'all', nodes: ['${menu}/${key}/index'] })
  const admin = (await findAccount(api.db, 'admin', 'admin'))?.id ?? 0
  await api.db.insert(${camel}).values({ accountId: admin, action: 'first' })
  await api.db.insert(${camel}).values({ accountId: officer, action: 'second' })
  return api
}

test('the ${words} tells who did what; others than a super administrator read their own rows', async () => {
  const { signIn } = await twoRows()
  const [admin, officer] = [await signIn(), await signIn('admin', 'officer')]
  const second = { action: 'second', username: 'officer' }
  const first = { action: 'first', username: 'admin' }
  expect((await admin('GET', \`\${path}/index\`)).data).toMatchObject({ list: [second, first], total: 2 })
  expect((await officer('GET', \`\${path}/index\`)).data).toMatchObject({ list: [second], total: 1 })
  expect((await admin('GET', \`\${path}/index?quickSearch=officer\`)).data).toMatchObject({ list: [second], total: 1 })
})

test.each(['add', 'edit', 'bulkEdit', 'bulkDel', 'restore', 'import/check'])(
  'the ${words} has no call to write, for a super administrator either: %s',
  async (action) => {
    const { signIn } = await twoRows()
    expect((await (await signIn())('POST', \`\${path}/\${action}\`, { id: 1 })).status).toBeOneOf([404, 405])
  },
)
`,
}
