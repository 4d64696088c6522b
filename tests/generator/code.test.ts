import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { writtenCode } from '#src/features/generator/code/written-code.server.ts'
import { resources } from '#src/features/resources.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { startApi } from '../support/api.ts'
import { description, table, text } from '../support/exam-room.ts'
import { addOfficer } from '../support/officer.ts'
import { rooms } from '../support/rooms.ts'
import { codeOfScreen, storeScreens } from '../support/screens.ts'

// That generated code type-checks, is well-formed and passes its tests is shown in tests/runtime/new-resource.test.ts.

test('the archive has the files, the texts in both languages and the end of the migration of a screen', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  await storeScreens(made, admin)
  const lab = await codeOfScreen(made, admin, 'lab')
  const feature = 'src/features/lab/lab'
  expect(Object.keys(lab).toSorted()).toEqual([
    'README.md',
    'app/routes/admin/_shell/baseInfo/lab.tsx',
    'messages/en.json',
    'messages/zh-cn.json',
    'migration.sql',
    'resource.json',
    `${feature}.api.server.ts`,
    `${feature}.page.tsx`,
    `${feature}.schema.ts`,
    `${feature}.synonyms.server.ts`,
    `${feature}.table.server.ts`,
    'tests/api/lab.test.ts',
  ])
  const tableFile = lab[`${feature}.table.server.ts`]
  for (const part of [
    'name: sortedText().notNull()',
    "termId: bigint({ mode: 'number' }).references(() => term.id, { onDelete: 'set null' })",
    "unique('res_lab_code_key').on(t.code)",
    "index('res_lab_open_idx').on(t.seats).where(sql`open`)",
    "index('res_lab_subject_ids_idx').using('gin', t.subjectIds)",
    "check('res_lab_seats_check', sql`(seats > 0)`)",
    "oldNote: text('Old note')",
    'rows: integer().generatedAlwaysAs(sql`(seats * 2)`)',
  ])
    expect(tableFile).toContain(part)
  expect(lab[`${feature}.schema.ts`]).toMatch(/name: 'seenAt', type: 'datetime', .*zoneless: true/)
  const api = lab[`${feature}.api.server.ts`]
  expect(api).toContain("'parts.subjectId': subjectOne")
  expect(api).toContain('headId: accountRelation(), memberId: memberRelation, termId: termOne')
  expect(api).toContain('scope: { organization: lab.orgId }')
  // The title of the field is not that of the resource, and braces of a text are no inputs.
  expect(JSON.parse(lab['messages/en.json'] ?? '')).toMatchObject({
    lab_title: 'Lab',
    lab_title2: 'Title',
    lab_nameHelp: String.raw`Its \{name\}`,
    lab_titleHint: String.raw`Its "title" \\ here`,
    menu_lab: 'Labs',
  })
  expect(lab['migration.sql']).toContain("check_json_reference('parts', 'subjectId', 'subject')")
  expect(lab['migration.sql']).toContain("record_change('entry_code')")

  const room = await codeOfScreen(made, admin, 'lab-room')
  expect(JSON.parse(room['resource.json'] ?? '')).toMatchObject({ needs: ['lab'], tree: true, table: 'res_lab_room' })
  expect(room['src/features/lab-room/lab-room.page.tsx']).toContain('TreeResourcePage')
  expect(room['app/routes/admin/_shell/labs/rooms/lab-room.tsx']).toContain("'../../../../../list-route.ts'")
})

test('texts, options, names and defaults of any kind stay texts in the code', async () => {
  const evil = `'); \${process.exit()} \`\${1}\` */ \\' \u2028 </script>`
  const fields = [
    { name: 'class', type: 'text', label: text(evil), required: true, default: evil },
    { name: 'menu', type: 'select', label: text('Menu'), options: [{ value: evil, label: text(evil) }], default: evil },
    {
      name: 'parts',
      type: 'rows',
      label: text('Parts'),
      maxItems: 2,
      fields: [
        { name: 'raw', type: 'text', label: text('Raw') },
        { name: 'text', type: 'text', label: text('Text') },
      ],
      default: [{ raw: 'process.exit()', text: 'process.exit()' }],
    },
  ]
  const made = await startApi()
  const admin = await made.signIn()
  const columns = table
    .replace('name text not null', "class text not null, menu text, parts jsonb not null default '[]'")
    .replace(/seats int.*parts jsonb not null default '\[\]'/s, 'x int')
  for (const statement of columns
    .replaceAll('res_exam_room', 'res_class')
    .replace('(name, id)', '(class, id)')
    .split(';\n'))
    await made.db.execute(sql.raw(statement))
  const own = { key: 'class', menu: 'class', rowTitle: 'class', quickSearch: ['class'], sorts: [], fields }
  const stored = { tableName: 'res_class', description: { ...description, ...own } }
  expect(await admin('POST', '/adminApi/resource/add', stored)).toMatchObject({ code: 200 })
  const code = await codeOfScreen(made, admin, 'class')
  expect(code['src/features/class/class.table.server.ts']).toContain('export const classTable = pgTable(')
  const schema = code['src/features/class/class.schema.ts'] ?? ''
  const [, literal = ''] = /default: ('(?:[^'\\]|\\.)*')/.exec(schema) ?? []
  expect(JSON.parse(`"${literal.slice(1, -1).replaceAll('"', '\\"').replaceAll("\\'", "'")}"`)).toBe(evil)
  expect(schema).toContain('label: m.class_menu_option1')
  expect(schema).toContain("default: [{ raw: 'process.exit()', text: 'process.exit()' }]")
})

test('a key or a menu that cannot be in code is refused, and so is a screen that is not there', async () => {
  const made = await rooms()
  const { admin, store } = made
  const code = (key: string) => admin('GET', `/adminApi/crud/code?key=${key}`)
  expect(await code('exam-room')).toMatchObject({ status: 404 })
  expect(await code('subject')).toMatchObject({ status: 404 })
  expect(await store({ key: 'exam--room', menu: 'baseInfo/exam-room' })).toMatchObject({ code: 200 })
  const key = m.crudCode_key({ key: 'exam--room' }, { locale: 'en' })
  expect(await code('exam--room')).toMatchObject({ status: 409, msg: key })
  await made.db.execute(sql`delete from resource_description`)
  expect(await store({ menu: 'baseInfo/index' })).toMatchObject({ code: 200 })
  const menu = m.crudCode_menu({ menu: 'baseInfo/index' }, { locale: 'en' })
  expect(await code('exam-room')).toMatchObject({ status: 409, msg: menu })
  await addOfficer(made, { username: 'looker', scope: 'all', nodes: ['baseInfo/subject/index'] })
  const looker = await made.signIn('admin', 'looker')
  expect(await looker('GET', '/adminApi/crud/code?key=exam-room')).toMatchObject({ status: 403 })
})

test('what generated code imports of written resources is there', async () => {
  const keys = resources.map(({ resource }) => resource.description.key)
  // These have neither ids that rows could point to, nor a list.
  expect(keys.filter((key) => !(key in writtenCode))).toEqual([])
  for (const [key, places] of Object.entries(writtenCode)) {
    for (const place of Object.values(places)) {
      const module: Record<string, unknown> = await import(/* @vite-ignore */ place.from.replace('#src', '/src'))
      expect(module[place.name], `${key}: ${place.name}`).toBeDefined()
    }
  }
})
