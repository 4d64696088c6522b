import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { baseColumns } from '#src/db/columns.server.ts'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Description } from '#src/resource/description.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { companion } from '#src/server/crud/owns.server.ts'
import { addOrganizations } from './api.ts'
import { label } from './label.ts'
import { addOfficer } from './officer.ts'
import { BASE_SQL, startWith, triggers } from './own-resource.ts'

/** A resource with fields that only some users see: one of its table, and one of its companion. For tests only. */
const safe = pgTable('safe', {
  ...baseColumns,
  name: text().notNull(),
  code: text().notNull().default(''),
  phone: text().notNull().default(''),
})
const safeCard = pgTable('safe_card', {
  ...baseColumns,
  safeId: bigint({ mode: 'number' })
    .notNull()
    .references(() => safe.id, { onDelete: 'cascade' }),
  weight: integer(),
})

const node = 'baseInfo/subject/edit'

export const safeDescription: Description = {
  key: 'safe',
  menu: 'baseInfo/organization',
  title: label('Safe'),
  rowTitle: 'name',
  fields: [
    { name: 'name', type: 'text', label: label('Name'), required: true, max: 50, bulk: true },
    { name: 'code', type: 'text', label: label('Code word'), max: 50, bulk: true, node },
    // Others see a part of it.
    { name: 'phone', type: 'text', label: label('Phone'), max: 30, bulk: true, node, partly: 'phone' },
    { name: 'weight', type: 'integer', label: label('Weight'), node, list: { total: 'sum' } },
  ],
  quickSearch: ['name', 'code', 'phone'],
  sorts: ['name', 'code', 'phone'],
  defaultOrder: 'id,asc',
}

export const safeResource = compileResource({
  description: safeDescription,
  table: safe,
  scope: 'unscoped',
  uniqueFields: { safe_code_key: 'code' },
  owns: [companion(safeCard.safeId, { weight: safeCard.weight })],
  // The rule looks at a field that not everybody sees.
  check: async (_db, values, row): Promise<FieldErrors> =>
    row?.code === 'locked' && values.name ? { code: ['It is locked'] } : {},
})

/** Starts the API with one safe, and an officer who may do everything with safes but see these fields. */
export async function safes() {
  const api = await startWith(
    [safeResource],
    [
      `create table safe (${BASE_SQL}, name text not null, code text not null default '' constraint safe_code_key unique, phone text not null default '')`,
      `create table safe_card (${BASE_SQL}, safe_id bigint not null unique references safe (id) on delete cascade, weight int)`,
      'create index on safe (name, id)',
      ...triggers('safe'),
      ...triggers('safe_card'),
    ],
  )
  const ids = await addOrganizations(api.admin)
  await addOfficer(api, {
    username: 'officer',
    nodes: [
      'baseInfo/organization/index',
      'baseInfo/organization/add',
      'baseInfo/organization/edit',
      'baseInfo/organization/del',
    ],
    scope: 'all',
    deptId: ids.B,
  })
  const added = await api.admin('POST', '/adminApi/safe/add', { name: 'Big', code: 'tiger', weight: 90 })
  return {
    ...api,
    officer: await api.signIn('admin', 'officer'),
    made: added.data as { id: number; changeSetId: number },
  }
}
