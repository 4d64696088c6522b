import { inArray } from 'drizzle-orm'
import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { baseColumns } from '#src/db/columns.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { ruleRelation } from '#src/features/rules/rule.relation.server.ts'
import type { Description } from '#src/resource/description.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { ownedIds } from '#src/server/crud/owns.server.ts'
import type { Caller } from '../support/api.ts'
import { label } from '../support/label.ts'
import { addOfficer } from '../support/officer.ts'
import { BASE_SQL, startWith, triggers } from '../support/own-resource.ts'

/** Teams with permissions in a table of their own. For tests only. */
const team = pgTable('team', { ...baseColumns, name: text().notNull() })
const teamRule = pgTable('team_rule', {
  ...baseColumns,
  teamId: bigint({ mode: 'number' }).notNull(),
  ruleId: bigint({ mode: 'number' }).notNull(),
})
const description: Description = {
  key: 'team',
  menu: 'baseInfo/organization',
  title: label('Team'),
  rowTitle: 'name',
  fields: [
    { name: 'name', type: 'text', label: label('Name'), required: true },
    {
      name: 'ruleIds',
      type: 'relation',
      resource: 'rule',
      label: label('Permissions'),
      multiple: true,
      tree: true,
      look: 'checkboxes',
      checked: 'withParents',
    },
  ],
  quickSearch: [],
  sorts: [],
  defaultOrder: 'id,asc',
}
const resource = compileResource({
  description,
  table: team,
  scope: 'unscoped',
  owns: [ownedIds('ruleIds', teamRule.teamId, teamRule.ruleId)],
  relations: { ruleIds: ruleRelation },
})

async function teams() {
  const owner = 'team_id bigint not null references team (id) on delete cascade'
  const api = await startWith(
    [resource],
    [
      `create table team (${BASE_SQL}, name text not null)`,
      `create table team_rule (${BASE_SQL}, ${owner}, rule_id bigint not null references rule (id), unique (team_id, rule_id))`,
      ...triggers('team'),
      ...triggers('team_rule'),
    ],
  )
  const nodes = ['baseInfo/organization/index', 'baseInfo/organization/edit', 'dashboard'] as const
  await addOfficer(api, { username: 'officer', scope: 'all', nodes: [...nodes] })
  const idsOf = async (...names: string[]) => {
    const rows = await api.db.select({ id: rule.id }).from(rule).where(inArray(rule.name, names))
    return rows.map(({ id }) => id).toSorted((one, other) => one - other)
  }
  return { ...api, officer: await api.signIn('admin', 'officer'), idsOf }
}

const at = '/adminApi/team'
const treeFor = async (call: Caller, language: string) => {
  const answer = await call('GET', `${at}/select?field=ruleIds&whole=1`, undefined, { 'accept-language': language })
  return (answer.data as { list: { value: number; parent: number | null; label: string; hint: string }[] }).list
}

test('the tree of permissions has translated titles, and only what the actor holds', async () => {
  const { admin, officer } = await teams()
  const whole = await treeFor(admin, 'en')
  const organization = whole.find(({ hint }) => hint === 'baseInfo/organization')
  expect(organization).toMatchObject({
    label: 'Organizations',
    parent: whole.find(({ hint }) => hint === 'baseInfo')?.value,
  })
  expect((await treeFor(admin, 'zh-CN')).map(({ label }) => label)).toContain('机构')
  expect(whole.map(({ hint }) => hint)).not.toContain('account')
  // The order is that of the menu, parents first.
  expect((await treeFor(officer, 'en')).map(({ hint }) => hint)).toEqual([
    'dashboard',
    'baseInfo',
    'baseInfo/organization',
    'baseInfo/organization/index',
    'baseInfo/organization/edit',
  ])
})

test('a search finds permissions by their titles in the language of the request', async () => {
  const { admin } = await teams()
  const found = await admin('GET', `${at}/select?field=ruleIds&quickSearch=exam sch`)
  expect(found.data).toMatchObject({ list: [{ label: 'Exam schemes', hint: 'baseInfo/exam-scheme' }], more: false })
})

test('nobody grants more than the own permissions, but what a row has already stays', async () => {
  const { admin, officer, idsOf } = await teams()
  const had = await idsOf('baseInfo/organization/del', 'dashboard')
  const { id } = (await admin('POST', `${at}/add`, { name: 'First', ruleIds: had })).data as { id: number }
  const edit = (ruleIds: number[]) => officer('POST', `${at}/edit`, { id, ruleIds })
  const own = await idsOf('baseInfo/organization/index')
  expect(await edit([...had, ...own])).toMatchObject({ code: 200 })
  const refused = { code: 422, data: { errors: { ruleIds: [expect.any(String)] } } }
  expect(await edit([...had, ...own, ...(await idsOf('baseInfo/organization/add'))])).toMatchObject(refused)
  expect(await edit(own)).toMatchObject({ code: 200 })
  expect(await edit(had)).toMatchObject(refused)
  expect((await admin('GET', `${at}/edit?id=${id}`)).data).toMatchObject({
    row: { ruleIds: own },
    labels: { ruleIds: { [own[0] ?? 0]: 'Organizations / View' } },
  })
})
