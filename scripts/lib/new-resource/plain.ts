import type { Kind } from '#src/features/generator/code/kind.server.ts'

/** A code, a name, a note and a status. */
export const plain: Kind = {
  verbs: 'standardVerbs',
  recorded: ({ snake }) => [snake],
  texts: {
    'zh-cn': { code: '代码', name: '名称', note: '备注', status: '状态' },
    en: { code: 'Code', name: 'Name', note: 'Note', status: 'Status' },
  },

  table: ({ camel, pascal, snake }) => `\
import { index, pgTable, smallint, text, unique, varchar } from 'drizzle-orm/pg-core'
import { baseColumns, sortedText } from '#src/db/columns.server.ts'

export const ${camel} = pgTable(
  '${snake}',
  {
    ...baseColumns,
    code: varchar({ length: 32 }).notNull(),
    name: sortedText().notNull(),
    note: text().notNull().default(''),
    status: smallint().notNull().default(1),
  },
  (t) => [
    unique('${snake}_code_key').on(t.code),
    index('${snake}_name_idx').on(t.name, t.id),
    index('${snake}_status_idx').on(t.status, t.id),
    index('${snake}_create_time_idx').on(t.createTime.desc().nullsFirst(), t.id),
    index('${snake}_update_time_idx').on(t.updateTime.desc().nullsFirst(), t.id),
  ],
)

export type ${pascal}Row = typeof ${camel}.$inferSelect
`,

  described: ({ camel }) => `\
  rowTitle: 'name',
  fields: [
    { name: 'code', type: 'text', label: m.${camel}_code, required: true, max: 32, rule: 'code' },
    { name: 'name', type: 'text', label: m.${camel}_name, required: true, max: 100, list: { pin: 'start' } },
    { name: 'note', type: 'text', label: m.${camel}_note, max: 500, multiline: true },
    { name: 'status', type: 'switch', label: m.${camel}_status, bulk: true, list: { inline: true } },
  ],
  quickSearch: ['name', 'code'],
  sorts: ['code', 'name', 'status', 'createTime', 'updateTime'],
`,

  form: ({ camel, pascal, one }) => `\
/** The fields that the form of ${one} edits. */
export type ${pascal}Form = Pick<${pascal}Row, (typeof ${camel}Description.fields)[number]['name']>
`,

  api: ({ key, camel, snake }) => `\
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { ${camel}Description } from './${key}.schema.ts'
import { ${camel} } from './${key}.table.server.ts'

export const ${camel}Resource = compileResource({
  description: ${camel}Description,
  table: ${camel},
  scope: 'unscoped',
  uniqueFields: { ${snake}_code_key: 'code' },
})

export const ${camel}Api = crud(${camel}Resource)
`,

  test: ({ key, one, menu }) => `\
import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { idOf, rowOf, rowsBy } from '../support/base-info.ts'
import { addOfficer } from '../support/officer.ts'

const path = '/adminApi/${key}'
const body = { code: 'A1', name: 'First' }

test('${one} is added, changed, found and deleted', async () => {
  const api = await startApi()
  const call = await api.signIn()
  const id = idOf(await call('POST', \`\${path}/add\`, body))
  const row = await rowOf(call, '${key}', id)
  expect(row).toMatchObject({ ...body, note: '', status: 1, version: 1 })
  await call('POST', \`\${path}/edit\`, { id, version: row.version, name: 'Renamed' })
  expect(await rowsBy(call, '${key}', 'code')).toMatchObject({ A1: { name: 'Renamed', version: 2 } })
  expect(await call('DELETE', \`\${path}/del?ids[]=\${id}\`)).toMatchObject({ code: 200 })
  expect(await rowsBy(call, '${key}', 'code')).toEqual({})
})

test.each([
  ['a code that is taken', body, 409, 'code'],
  ['no name', { code: 'A2', name: '' }, 422, 'name'],
])('${one} is refused at its field: %s', async (_what, wrong, status, field) => {
  const api = await startApi()
  const call = await api.signIn()
  idOf(await call('POST', \`\${path}/add\`, body))
  const answer = await call('POST', \`\${path}/add\`, wrong)
  expect(answer).toMatchObject({ status, data: { errors: { [field]: [expect.any(String)] } } })
})

test('whoever may only look at ${one} does not write', async () => {
  const api = await startApi()
  await addOfficer(api, { username: 'looker', scope: 'all', nodes: ['${menu}/${key}/index'] })
  const call = await api.signIn('admin', 'looker')
  expect(await call('GET', \`\${path}/index\`)).toMatchObject({ code: 200 })
  expect(await call('POST', \`\${path}/add\`, body)).toMatchObject({ code: 403 })
})
`,
}
