import { expect, test } from 'vitest'
import type { Node } from '#src/resource/registry.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { importer } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'

const at = '/adminApi/role'
const csv = (lines: readonly string[]) => `${lines.join('\n')}\n`
const nodes: Node[] = [
  'baseInfo/organization/index',
  'baseInfo/organization/edit',
  'user-role/role/index',
  'user-role/role/add',
  'user-role/role/edit',
]

async function roleFiles(username?: string) {
  const api = await startApi()
  await api.jobs.start()
  const admin = await api.signIn()
  const ids = await addOrganizations(admin)
  await addOfficer(api, { username: 'head', nodes, scope: 'orgBelow', deptId: ids.D1 })
  const call = username ? await api.signIn('admin', username) : admin
  return { ...api, ...importer(api, call, 'role'), admin, ids, call }
}

test('an exported role comes back from its file with its permissions and organizations', async () => {
  const { admin, api, ids, bring } = await roleFiles()
  const select = (await admin('GET', `${at}/select?field=ruleIds&whole=1`)).data as {
    list: { value: number; hint: string }[]
  }
  const ruleIds = select.list
    .flatMap(({ value, hint }) => (hint.startsWith('baseInfo') ? [value] : []))
    .sort((one, other) => one - other)
  const form = { name: 'Clerk', scope: 'chosen', organizationIds: [ids.S1, ids.S2], ruleIds, note: 'n', status: 1 }
  const { id } = (await admin('POST', `${at}/add`, form)).data as { id: number }
  const columns = 'name,scope,organizationIds,ruleIds,note,status'
  const exported = await api.request(`${at}/export?format=csv&columns=${columns}&quickSearch=Clerk`, {
    headers: { authorization: `Bearer ${admin.tokens.access_token}`, 'accept-language': 'en' },
  })
  const text = await exported.text()
  expect(text).toContain('Organizations / View')
  await admin('POST', `${at}/edit`, { id, ruleIds: [], organizationIds: [ids.B] })
  const { job } = await bring(text, { keys: ['name'] })
  expect(job).toMatchObject({ state: 'done', result: { counts: { changed: 1, refused: 0 } } })
  expect((await admin('GET', `${at}/edit?id=${id}`)).data).toMatchObject({
    row: { ruleIds, organizationIds: [ids.S1, ids.S2], scope: 'chosen' },
  })
})

test('a file grants no more than its sender has, and each line says why', async () => {
  const { admin, bring, rows } = await roleFiles('head')
  await admin('POST', `${at}/add`, { name: 'Higher', scope: 'all', ruleIds: [], organizationIds: [] })
  const lines = [
    'Name,Data scope,Permissions,Note',
    'Fine,Own organization,Organizations / View,x',
    'Wide,All data,Organizations / View,x',
    'Higher,,,changed',
    'Foreign,Own organization,user-role/user/del,x',
  ]
  const { view, job } = await bring(csv(lines), { keys: ['name'], skipRefused: true })
  expect(job).toMatchObject({ state: 'done', result: { counts: { new: 1, refused: 3 } } })
  const { list } = await rows(view.id, 'refused')
  expect(list.map(({ title, errors }) => [title, errors.map(({ text }) => text)])).toEqual([
    ['Wide', ['This reaches beyond your own data scope.']],
    ['Higher', ['The role Higher grants as much as you have or more, so you cannot change it.']],
    ['Foreign', [expect.any(String)]],
  ])
})
