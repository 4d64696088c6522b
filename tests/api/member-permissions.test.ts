import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { config } from '#src/db/config.table.server.ts'
import type { Caller } from '../support/api.ts'
import { GROUPS, idIn, MEMBER_RULES, menuNames, startMemberRights } from '../support/member-rights.ts'

const group = { note: '', everything: 0, forNew: 0, status: 1 }
const page = { type: 'route', title: 'Guide', menuType: 'iframe', url: 'https://example.org/guide' }
const profile = { nickname: 'Lee' }

type Info = { permissions: string[]; authNode: Record<string, string[]> }
const infoOf = async (call: Caller) => (await call('GET', '/api/user/info')).data as Info
const epochOf = async (call: Caller) => (await call('GET', '/api/user/info')).headers.get('x-permission-epoch')

/** A member in a group that has the overview alone, and a button of it. */
async function startSmall() {
  const members = await startMemberRights()
  const { admin, ruleId, move } = members
  const overview = await ruleId('account/overview')
  const button = { type: 'button', title: 'Export', name: 'account/overview/export', pid: overview }
  const buttonId = idIn(await admin('POST', `${MEMBER_RULES}/add`, button))
  const ruleIds = [await ruleId('account'), overview, buttonId]
  const small = idIn(await admin('POST', `${GROUPS}/add`, { ...group, name: 'Small', ruleIds }))
  await move(small)
  return { ...members, small, overview, buttonId, member: await members.signIn('user') }
}

test('a member has the rules of the group: in the menu, in the permissions, and at the endpoints', async () => {
  const { member, move, groupOf } = await startSmall()
  expect(await menuNames(member)).toEqual(['account', 'account/overview', 'account/overview/export'])
  const { permissions, authNode } = await infoOf(member)
  expect(permissions.toSorted()).toEqual(['account', 'account/overview', 'account/overview/export'])
  expect(authNode).toEqual({ 'account/overview': ['export'] })
  for (const [path, body] of [
    ['profile', profile],
    ['avatar', { avatar: '' }],
    ['email', {}],
    ['mobile', {}],
  ] as const)
    expect(await member('POST', `/api/user/${path}`, body), path).toMatchObject({ code: 403 })
  // How safe an account is depends on no group.
  expect(await member('POST', '/api/user/password', {})).toMatchObject({ code: 422 })
  await move((await groupOf('普通会员'))?.id ?? 0)
  expect(await menuNames(member)).toEqual(expect.arrayContaining(['account/profile', 'nav/account/profile']))
  expect(await member('POST', '/api/user/profile', profile)).toMatchObject({ code: 200 })
})

test('a change holds from the next request on, whatever changes: the group, its rules, a rule, the member', async () => {
  const { admin, member, small, overview, buttonId, move, ruleId } = await startSmall()
  const epochs = [await epochOf(member)]
  const after = async () => {
    const epoch = await epochOf(member)
    expect(BigInt(epoch ?? 0)).toBeGreaterThan(BigInt(epochs.at(-1) ?? 0))
    epochs.push(epoch)
    return (await infoOf(member)).permissions.toSorted()
  }
  const ids = [await ruleId('account'), overview, await ruleId('account/profile')]
  await admin('POST', `${GROUPS}/edit`, { id: small, ruleIds: ids })
  expect(await after()).toEqual(['account', 'account/overview', 'account/profile'])
  await admin('POST', `${MEMBER_RULES}/edit`, { id: overview, status: 0 })
  expect(await after()).toEqual(['account', 'account/profile'])
  await admin('POST', `${GROUPS}/edit`, { id: small, everything: 1, ruleIds: [] })
  expect(await after()).toContain('account/changePassword')
  expect((await infoOf(member)).permissions).toContain('account/overview/export')
  const off = await admin('POST', `${GROUPS}/edit`, { id: small, status: 0 })
  expect(await after()).toEqual([])
  expect(await menuNames(member)).toEqual([])
  const { changeSetId } = off.data as { changeSetId: number }
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await after()).toContain('account/profile')
  await admin('DELETE', `${MEMBER_RULES}/del?ids[]=${buttonId}`)
  expect(await after()).not.toContain('account/overview/export')
  await move(null)
  expect(await after()).toEqual([])
})

test('everything includes rules that come later', async () => {
  const { admin, signIn } = await startMemberRights()
  const member = await signIn('user')
  await admin('POST', `${MEMBER_RULES}/add`, { ...page, name: 'guide', path: 'guide' })
  expect((await infoOf(member)).permissions).toContain('guide')
})

/** What a caller may open at a path. */
const accessOf = async (ask: Caller | TestRequest, path: string) => {
  const { code, data } = await (ask as Caller)('GET', `/api/route?path=${encodeURIComponent(path)}`)
  return code === 200 ? (data as { access: string }).access : code
}
type TestRequest = (method: string, path: string) => Promise<{ code: number; data: unknown }>

test('visitors have what is valid without signing in, and members that and what their group has', async () => {
  const { admin, member, api, small, ruleId } = await startSmall()
  const visitor: TestRequest = async (_method, path) => (await api.request(path)).json()
  const add = (values: object) => admin('POST', `${MEMBER_RULES}/add`, values)
  await add({ ...page, name: 'open', path: 'open', noLoginValid: 1 })
  await add({ ...page, name: 'closed', path: 'closed' })
  const nav = { type: 'nav', title: 'Help', titleEn: 'Help', menuType: 'link', url: 'https://example.org/help' }
  const dir = idIn(await add({ type: 'menu_dir', title: 'More', name: 'more' }))
  await add({ ...nav, name: 'help', noLoginValid: 1, pid: dir })
  await add({ ...nav, title: 'Inside', name: 'inside', url: 'https://example.org/in', pid: dir })
  await add({ type: 'button', title: 'Ask', name: 'open/ask', pid: await ruleId('open'), noLoginValid: 1 })
  type Rules = { routes: { name: string }[]; navs: { name: string; children: { name: string }[] }[]; buttons: string[] }
  const rulesOf = async (ask: TestRequest) => {
    const { routes, navs, buttons } = (await ask('GET', '/api/rules')).data as Rules
    const names = navs.flatMap(({ name, children }) => [name, ...children.map((one) => one.name)])
    return { routes: routes.map(({ name }) => name), navs: names, buttons }
  }
  const open = { routes: ['open'], navs: ['more', 'help'], buttons: ['open/ask'] }
  expect(await rulesOf(visitor)).toEqual(open)
  // An account of the back office is a visitor there.
  expect(await rulesOf(admin)).toEqual(open)
  expect(await rulesOf(member)).toEqual({ ...open, buttons: ['account/overview/export', 'open/ask'] })
  await admin('POST', `${GROUPS}/edit`, { id: small, everything: 1, ruleIds: [] })
  expect(await rulesOf(member)).toMatchObject({ routes: ['open', 'closed'], navs: ['more', 'help', 'inside'] })
  await admin('POST', `${GROUPS}/edit`, { id: small, everything: 0, ruleIds: [] })
  expect(await accessOf(visitor, '/open')).toBe('open')
  expect(await accessOf(visitor, '/closed')).toBe('signIn')
  expect(await accessOf(visitor, '/nowhere')).toBe(404)
  expect(await accessOf(member, '/open')).toBe('open')
  expect(await accessOf(member, '/closed')).toBe('none')
  expect((await infoOf(member)).permissions.toSorted()).toEqual(['help', 'open', 'open/ask'])
  await admin('POST', `${MEMBER_RULES}/edit`, { id: dir, status: 0 })
  expect((await rulesOf(visitor)).navs).toEqual([])
  await admin('POST', `${MEMBER_RULES}/edit`, { id: await ruleId('open'), status: 0 })
  expect(await accessOf(visitor, '/open')).toBe(404)
})

test('the top bar of the site joins the configuration with the entries of visitors, each path once', async () => {
  const { admin, api, db } = await startMemberRights()
  const add = (values: object) => admin('POST', `${MEMBER_RULES}/add`, values)
  const nav = { type: 'nav', title: '帮助', titleEn: 'Help', menuType: 'link', noLoginValid: 1 }
  await add({ ...nav, name: 'moe', url: 'https://www.moe.gov.cn/' })
  await add({ ...nav, name: 'help', url: 'https://example.org/help' })
  await add({ ...nav, name: 'members', url: 'https://example.org/m', noLoginValid: 0 })
  const dir = idIn(await add({ type: 'menu_dir', title: 'More', name: 'more' }))
  const tab = { ...nav, menuType: 'tab', component: 'site/terms', pid: dir }
  await add({ ...tab, title: 'Terms', titleEn: '', name: 'more/terms' })
  await add({ ...tab, title: 'Mine', titleEn: '', name: 'more/mine', component: 'account/profile', path: 'mine' })
  const headNav = [{ title: '教育部', titleEn: 'Ministry', path: 'https://www.moe.gov.cn/' }]
  await db.update(config).set({ value: headNav }).where(eq(config.name, 'headNav'))
  const site = await (await api.request('/api/site', { headers: { 'accept-language': 'en' } })).json()
  expect(site.data.headNav).toEqual([
    { title: 'Ministry', path: 'https://www.moe.gov.cn/' },
    { id: expect.any(Number), title: 'Help', path: 'https://example.org/help' },
    {
      id: dir,
      title: 'More',
      path: '',
      children: [
        { title: 'Terms', path: '/terms' },
        { title: 'Mine', path: '/mine' },
      ],
    },
  ])
})
