import type { Kind } from '#src/features/generator/code/kind.server.ts'
import { plain } from './plain.ts'

/** A name, a note and a status, with a list of permissions in a table of its own. */
export const owned: Kind = {
  verbs: plain.verbs,
  form: plain.form,
  recorded: ({ snake }) => [snake, `${snake}_rule`],
  texts: {
    'zh-cn': { name: '名称', note: '备注', status: '状态', ruleIds: '权限' },
    en: { name: 'Name', note: 'Note', status: 'Status', ruleIds: 'Permissions' },
  },

  table: ({ camel, pascal, snake }) => `\
import { bigint, index, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import { baseColumns, sortedText } from '#src/db/columns.server.ts'
import { rule } from '#src/db/identity.table.server.ts'

export const ${camel} = pgTable(
  '${snake}',
  {
    ...baseColumns,
    name: sortedText().notNull().unique('${snake}_name_key'),
    note: text().notNull().default(''),
    status: smallint().notNull().default(1),
  },
  (t) => [
    index('${snake}_status_idx').on(t.status, t.id),
    index('${snake}_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('${snake}_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
  ],
)

export const ${camel}Rule = pgTable(
  '${snake}_rule',
  {
    ...baseColumns,
    ${camel}Id: bigint({ mode: 'number' })
      .notNull()
      .references(() => ${camel}.id, { onDelete: 'cascade' }),
    ruleId: bigint({ mode: 'number' })
      .notNull()
      .references(() => rule.id, { onDelete: 'cascade' }),
  },
  (t) => [
    unique('${snake}_rule_pair_key').on(t.${camel}Id, t.ruleId),
    index('${snake}_rule_rule_idx').on(t.ruleId),
  ],
)

export type ${pascal}Row = typeof ${camel}.$inferSelect & { ruleIds: number[] }
`,

  described: ({ camel }) => `\
  rowTitle: 'name',
  fields: [
    { name: 'name', type: 'text', label: m.${camel}_name, required: true, max: 100, list: { pin: 'start' } },
    { name: 'note', type: 'text', label: m.${camel}_note, max: 500, multiline: true },
    { name: 'status', type: 'switch', label: m.${camel}_status, bulk: true, list: { inline: true } },
    {
      name: 'ruleIds',
      type: 'relation',
      resource: 'rule',
      label: m.${camel}_ruleIds,
      multiple: true,
      tree: true,
      look: 'checkboxes',
      checked: 'withParents',
    },
  ],
  quickSearch: ['name'],
  sorts: ['name', 'status', 'createTime', 'updateTime'],
`,

  api: ({ key, camel, snake }) => `\
import { ruleRelation } from '#src/features/rules/rule.relation.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { ownedIds } from '#src/server/crud/owns.server.ts'
import { ${camel}Description } from './${key}.schema.ts'
import { ${camel}, ${camel}Rule } from './${key}.table.server.ts'

export const ${camel}Resource = compileResource({
  description: ${camel}Description,
  table: ${camel},
  scope: 'unscoped',
  owns: [ownedIds('ruleIds', ${camel}Rule.${camel}Id, ${camel}Rule.ruleId)],
  relations: { ruleIds: ruleRelation },
  uniqueFields: { ${snake}_name_key: 'name' },
})

export const ${camel}Api = crud(${camel}Resource)
`,

  test: ({ key, one, menu }) => `\
import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { idOf, rowOf, rowsBy } from '../support/base-info.ts'
import { addOfficer } from '../support/officer.ts'

const path = '/adminApi/${key}'

/** One row with two rules. */
async function made() {
  const api = await startApi()
  const call = await api.signIn()
  const whole = (await call('GET', \`\${path}/select?field=ruleIds&whole=1\`)).data as { list: { value: number; hint: string }[] }
  const idsOf = (...nodes: string[]) => whole.list.flatMap(({ value, hint }) => (nodes.includes(hint) ? [value] : []))
  const ruleIds = idsOf('dashboard', '${menu}').toSorted((one, other) => one - other)
  const body = { name: 'First', note: '', status: 1, ruleIds }
  const id = idOf(await call('POST', \`\${path}/add\`, body))
  return { api, call, id, body, ruleIds, idsOf }
}

test('${one} is added, changed and undone with what it owns', async () => {
  const { call, id, body, ruleIds } = await made()
  expect(await rowOf(call, '${key}', id)).toMatchObject({ ...body, version: 1 })
  const edited = await call('POST', \`\${path}/edit\`, { id, version: 1, name: 'Renamed', ruleIds: ruleIds.slice(1) })
  const { changeSetId } = edited.data as { changeSetId: number }
  expect(await rowOf(call, '${key}', id)).toMatchObject({ name: 'Renamed', ruleIds: ruleIds.slice(1), version: 2 })
  expect(await call('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await rowOf(call, '${key}', id)).toMatchObject(body)
})

test('${one} is deleted and comes back with what it owns', async () => {
  const { call, id, body } = await made()
  expect(await call('DELETE', \`\${path}/del?ids[]=\${id}\`)).toMatchObject({ code: 200 })
  expect(await rowsBy(call, '${key}', 'name')).toEqual({})
  const { list } = (await call('GET', \`\${path}/deleted\`)).data as { list: { changeId: number }[] }
  expect(await call('POST', \`\${path}/restore\`, { id, changeId: list[0]?.changeId })).toMatchObject({ code: 200 })
  expect(await rowOf(call, '${key}', id)).toMatchObject(body)
})

test('nobody gives ${one} more than the own permissions', async () => {
  const { api, id, ruleIds, idsOf } = await made()
  const nodes = ['${menu}/${key}/index', '${menu}/${key}/edit'] as const
  await addOfficer(api, { username: 'officer', scope: 'all', nodes: [...nodes] })
  const call = await api.signIn('admin', 'officer')
  const edit = (more: number[]) => call('POST', \`\${path}/edit\`, { id, ruleIds: [...ruleIds, ...more] })
  expect(await edit(idsOf(nodes[0]))).toMatchObject({ code: 200 })
  expect(await edit(idsOf('baseInfo/organization/add'))).toMatchObject({ code: 422, data: { errors: { ruleIds: expect.any(Array) } } })
})

test.each([
  ['a name that is taken', 'First', 409],
  ['no name', '', 422],
])('${one} is refused at its field: %s', async (_what, name, status) => {
  const { call, body } = await made()
  const answer = await call('POST', \`\${path}/add\`, { ...body, name })
  expect(answer).toMatchObject({ status, data: { errors: { name: [expect.any(String)] } } })
})
`,
}
