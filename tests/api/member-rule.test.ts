import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { memberGroup, memberGroupRule, rule } from '#src/db/identity.table.server.ts'
import type { Caller } from '../support/api.ts'
import { GROUPS, idIn, MEMBER_RULES, startMemberRights } from '../support/member-rights.ts'
import { FIXED } from '../support/menu-rules.ts'
import { addOfficer } from '../support/officer.ts'

const nav = {
  type: 'nav',
  title: '成绩',
  titleEn: 'Results',
  name: 'results',
  menuType: 'link',
  url: 'https://example.org/r',
}
const page = { type: 'menu', title: 'Mine', name: 'mine', menuType: 'tab', component: 'account/profile' }
const add = (call: Caller, values: object) => call('POST', `${MEMBER_RULES}/add`, values)
const errorsOf = async (call: Caller, values: object) => {
  const { data } = await add(call, values)
  return (data as { errors?: Record<string, string[]> } | null)?.errors ?? {}
}

test('the list has the rules of the member side alone, and that of the back office has none of them', async () => {
  const { admin } = await startMemberRights()
  const names = async (key: string) => {
    const { list } = (await admin('GET', `/adminApi/${key}/index?limit=200`)).data as { list: { name: string }[] }
    return list.map(({ name }) => name)
  }
  expect(await names('member-rule')).toEqual(expect.arrayContaining(['account', 'account/profile']))
  expect(await names('member-rule')).not.toContain('dashboard')
  expect(await names('rule')).not.toContain('account/profile')
  expect(idIn(await add(admin, nav))).toBeGreaterThan(0)
  expect(await names('rule')).not.toContain('results')
})

test('each wrong value has a message at its field', async () => {
  const { admin, ruleId } = await startMemberRights()
  const required = ['Required']
  expect(await errorsOf(admin, { ...page, menuType: null })).toEqual({ menuType: required })
  expect(await errorsOf(admin, { ...page, component: '' })).toEqual({ component: required })
  expect(await errorsOf(admin, { ...page, component: 'account/secrets' })).toEqual({
    component: ['Choose one of the pages in the list'],
  })
  expect(await errorsOf(admin, { ...page, path: 'elsewhere' })).toEqual({
    path: ['The path of this page is account/profile, at most with a query after it'],
  })
  expect(await errorsOf(admin, { ...page, component: '', extend: 'add_menu_only', path: 'nothing' })).toEqual({
    path: ['The member center has no page at this path'],
  })
  expect(await errorsOf(admin, { ...nav, url: '' })).toEqual({ url: required })
  expect(await errorsOf(admin, { ...nav, menuType: 'iframe' })).toEqual({ path: required })
  const route = { ...page, type: 'route', path: '' }
  expect(await errorsOf(admin, route)).toEqual({ path: required })
  expect(await errorsOf(admin, { ...route, path: 'admin/x' })).toEqual({
    path: ['Another page of the site has this path'],
  })
  const button = { type: 'button', title: 'Export', name: 'mine/export' }
  expect(await errorsOf(admin, button)).toEqual({ pid: ['A button needs a page or an entry as its parent'] })
  const pid = await ruleId('account')
  expect(await errorsOf(admin, { ...button, pid })).toEqual({
    pid: ['A button needs a page or an entry as its parent'],
  })
  expect(await errorsOf(admin, { ...page, pid: await ruleId('account/profile') })).toEqual({
    pid: ['It can only lie in a directory or at the top, and an entry of the top bar also below another one'],
  })
  expect(await errorsOf(admin, { ...page, name: 'Account/Profile' })).toEqual({ name: ['This Name already exists'] })
  expect(await add(admin, { ...page, path: 'account/profile?tab=1' })).toMatchObject({ code: 200 })
  expect(await add(admin, { ...route, name: 'terms', path: 'rules', component: 'site/terms' })).toMatchObject({
    code: 200,
  })
  const top = idIn(await add(admin, nav))
  expect(await add(admin, { ...nav, name: 'results/2', pid: top })).toMatchObject({ code: 200 })
})

test('only pages, entries of the top bar and buttons are valid without signing in, whoever says so', async () => {
  const { admin, db } = await startMemberRights()
  const valid = async (values: object) => {
    const id = idIn(await add(admin, { ...values, noLoginValid: 1 }))
    const [row] = await db.select().from(rule).where(eq(rule.id, id))
    return row?.noLoginValid
  }
  expect(await valid(nav)).toBe(true)
  expect(await valid(page)).toBe(false)
  expect(await valid({ ...page, type: 'nav_user_menu', name: 'mine2' })).toBe(false)
  expect(await valid({ ...page, type: 'route', name: 'mine3', path: 'mine' })).toBe(true)
  const { list } = (await admin('GET', `${MEMBER_RULES}/index?quickSearch=results`)).data as { list: { id: number }[] }
  const id = list[0]?.id ?? 0
  await admin('POST', `${MEMBER_RULES}/edit`, { id, type: 'menu' })
  const [row] = await db.select().from(rule).where(eq(rule.id, id))
  expect(row).toMatchObject({ type: 'menu', noLoginValid: false })
})

test('built-in rules keep their name and their type, and stay', async () => {
  const { admin, ruleId } = await startMemberRights()
  const id = await ruleId('account/profile')
  const refused = (field: string) => ({ code: 422, data: { errors: { [field]: [FIXED] } } })
  const edit = (values: object) => admin('POST', `${MEMBER_RULES}/edit`, { id, ...values })
  expect(await edit({ name: 'other' })).toMatchObject(refused('name'))
  expect(await edit({ type: 'nav_user_menu' })).toMatchObject(refused('type'))
  expect(await admin('DELETE', `${MEMBER_RULES}/del?ids[]=${id}`)).toMatchObject({ code: 403, msg: FIXED })
  expect(await edit({ title: 'Me', status: 0 })).toMatchObject({ code: 200 })
})

test('a new rule goes to the groups that hold its parent', async () => {
  const { admin, db, ruleId } = await startMemberRights()
  const pid = await ruleId('account')
  const form = { note: '', everything: 0, forNew: 0, status: 1 }
  const holding = idIn(await admin('POST', `${GROUPS}/add`, { ...form, name: 'Holding', ruleIds: [pid] }))
  await admin('POST', `${GROUPS}/add`, { ...form, name: 'Without', ruleIds: [] })
  const id = idIn(await add(admin, { ...page, pid }))
  const rows = await db.select().from(memberGroupRule).where(eq(memberGroupRule.ruleId, id))
  expect(rows.map(({ groupId }) => groupId)).toEqual([holding])
  expect(await db.select().from(memberGroup)).toHaveLength(3)
})

test('whoever has the nodes writes rules of the member side, and nothing of the back office', async () => {
  const api = await startMemberRights()
  const { db, admin } = api
  const verbs = ['index', 'add', 'edit', 'del'] as const
  const nodes = verbs.map((verb) => `user/rule/${verb}` as const)
  await addOfficer(api, { username: 'keeper', nodes, scope: 'own' })
  await addOfficer(api, { username: 'looker', nodes: ['user/rule/index'], scope: 'own' })
  const keeper = await api.signIn('admin', 'keeper')
  const looker = await api.signIn('admin', 'looker')
  expect(await add(looker, nav)).toMatchObject({ code: 403 })
  const added = await add(keeper, nav)
  expect(added).toMatchObject({ code: 200 })
  const id = idIn(added)
  expect(await keeper('POST', `${MEMBER_RULES}/edit`, { id, status: 0 })).toMatchObject({ code: 200 })
  expect(await keeper('POST', `${MEMBER_RULES}/edit`, { id: await api.ruleId('account'), status: 0 })).toMatchObject({
    code: 200,
  })
  const button = { type: 'button', title: 'x', name: 'results/index', pid: id }
  expect(await add(keeper, button)).toMatchObject({ code: 200 })
  expect(await add(keeper, { ...nav, name: 'other', area: 'admin' })).toMatchObject({ code: 422 })
  const [office] = await db.select().from(rule).where(eq(rule.name, 'baseInfo/subject'))
  for (const [path, body] of [
    ['edit', { id: office?.id, title: 'x' }],
    ['bulkEdit', { ids: [office?.id], values: { status: 0 } }],
    ['sortable', { id, targetId: office?.id }],
  ] as const)
    expect((await keeper('POST', `${MEMBER_RULES}/${path}`, body)).code, path).toBeGreaterThanOrEqual(400)
  expect(await keeper('DELETE', `${MEMBER_RULES}/del?ids[]=${office?.id}`)).toMatchObject({ code: 404 })
  expect(await keeper('GET', `${MEMBER_RULES}/edit?id=${office?.id}`)).toMatchObject({ code: 404 })
  expect(await add(keeper, { ...nav, name: 'below', pid: office?.id })).toMatchObject({ code: 422 })
  const changed = await admin('POST', '/adminApi/rule/edit', { id: office?.id, title: 'Lessons' })
  const foreign = (changed.data as { changeSetId: number }).changeSetId
  expect((await keeper('POST', '/adminApi/history/undo', { changeSetId: foreign })).code).toBeGreaterThanOrEqual(403)
  const own = (added.data as { changeSetId: number }).changeSetId
  const edited = await keeper('POST', `${MEMBER_RULES}/edit`, { id, status: 1 })
  const { changeSetId } = edited.data as { changeSetId: number }
  expect(await keeper('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await looker('POST', '/adminApi/history/undo', { changeSetId: own })).toMatchObject({ code: 403 })
  const deleted = await keeper('DELETE', `${MEMBER_RULES}/del?ids[]=${await api.ruleId('results/index')}`)
  const gone = (deleted.data as { changeSetId: number }).changeSetId
  expect(await keeper('POST', '/adminApi/history/undo', { changeSetId: gone })).toMatchObject({ code: 200 })
  expect(await api.ruleId('results/index')).toBeGreaterThan(0)
})
