import { bigint, pgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { baseColumns } from '#src/db/columns.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { createAccount } from '#src/features/auth/account.server.ts'
import { memberRelation, membersSeen } from '#src/features/members/member.relation.server.ts'
import type { Description } from '#src/resource/description.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { addOrganizations } from '../support/api.ts'
import { label } from '../support/label.ts'
import { addOfficer } from '../support/officer.ts'
import { BASE_SQL, startWith, triggers } from '../support/own-resource.ts'
import { passwords } from '../support/passwords.ts'

/** Gifts to members. For tests only. */
const gift = pgTable('gift', { ...baseColumns, accountId: bigint({ mode: 'number' }).notNull() })
const description: Description = {
  key: 'gift',
  menu: 'baseInfo/organization',
  title: label('Gift'),
  rowTitle: 'id',
  fields: [{ name: 'accountId', type: 'relation', resource: 'member', label: label('Member'), required: true }],
  quickSearch: [],
  sorts: [],
  defaultOrder: 'id,asc',
}
const resource = compileResource({
  description,
  table: gift,
  scope: membersSeen(gift.accountId),
  relations: { accountId: memberRelation },
})
const at = '/adminApi/gift'

async function gifts() {
  const api = await startWith(
    [resource],
    [`create table gift (${BASE_SQL}, account_id bigint not null references account (id))`, ...triggers('gift')],
  )
  const places = await addOrganizations(api.admin)
  const add = (kind: 'admin' | 'user', username: string, orgId: number) =>
    write(api.db, systemAuthor, 'seed', (tx) =>
      createAccount(tx, { kind, username, nickname: `Name ${username}`, orgId, password: passwords.member }),
    )
  const ids = {
    near: await add('user', 'near', places.S1),
    far: await add('user', 'far', places.S2),
    clerk: await add('admin', 'clerk', places.S1),
  }
  await addOfficer(api, {
    username: 'officer',
    scope: 'orgBelow',
    deptId: places.D1,
    nodes: ['baseInfo/organization/index', 'baseInfo/organization/add'],
  })
  return { ...api, ids, officer: await api.signIn('admin', 'officer') }
}

test('an actor chooses among the members of the organizations in the data scope, and no other accounts', async () => {
  const { admin, officer, ids } = await gifts()
  const found = async (call: typeof admin, quickSearch = '') =>
    ((await call('GET', `${at}/select?field=accountId&quickSearch=${quickSearch}`)).data as { list: object[] }).list
  expect(await found(officer)).toEqual([{ value: ids.near, label: 'Name near (near)' }])
  expect(await found(admin, 'name f')).toEqual([{ value: ids.far, label: 'Name far (far)' }])
  expect(await found(admin, 'clerk')).toEqual([])
  const refused = { code: 422, data: { errors: { accountId: [expect.any(String)] } } }
  expect(await admin('POST', `${at}/add`, { accountId: ids.clerk })).toMatchObject(refused)
  expect(await officer('POST', `${at}/add`, { accountId: ids.far })).toMatchObject(refused)
})

test('rows of members are seen in the data scope of the organizations of these members', async () => {
  const { admin, officer, ids } = await gifts()
  for (const accountId of [ids.near, ids.far])
    expect(await admin('POST', `${at}/add`, { accountId })).toMatchObject({ code: 200 })
  const { list, labels } = (await officer('GET', `${at}/index`)).data as { list: object[]; labels: object }
  expect(list).toMatchObject([{ accountId: ids.near }])
  expect(labels).toEqual({ accountId: { [ids.near]: 'Name near (near)' } })
  expect((await admin('GET', `${at}/index`)).data).toMatchObject({ total: 2 })
})
