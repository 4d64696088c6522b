import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { role, roleRule, rule } from '#src/db/identity.table.server.ts'
import { authNodeOf, type MenuRule, menuOf } from '#src/features/rules/menu.server.ts'
import { type Caller, startApi } from '../support/api.ts'
import { importer } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'
import { superActor } from '../support/super-actor.ts'

const at = '/adminApi/rule'
const keeperNodes = ['user-role/rule/index', 'user-role/rule/add', 'user-role/rule/edit', 'user-role/rule/del'] as const

async function start() {
  const api = await startApi()
  const admin = await api.signIn()
  await addOfficer(api, { username: 'keeper', nodes: [...keeperNodes, 'baseInfo/subject/index'], scope: 'all' })
  await addOfficer(api, { username: 'viewer', nodes: ['baseInfo/subject/index'], scope: 'all' })
  const idOf = async (name: string) => {
    const [row] = await api.db
      .select({ id: rule.id })
      .from(rule)
      .where(and(eq(rule.area, 'admin'), eq(rule.name, name)))
    return row?.id ?? 0
  }
  const holdersOf = async (...names: string[]) => {
    const rows = await api.db
      .select({ name: role.name })
      .from(roleRule)
      .innerJoin(role, eq(role.id, roleRule.roleId))
      .innerJoin(rule, eq(rule.id, roleRule.ruleId))
      .where(inArray(rule.name, names))
    return [...new Set(rows.map(({ name }) => name))].sort()
  }
  return { ...api, admin, idOf, holdersOf, keeper: await api.signIn('admin', 'keeper') }
}

const dir = { type: 'menu_dir', title: '资料', titleEn: 'Materials', name: 'materials' }
const link = { type: 'menu', title: '标准', titleEn: 'Standards', name: 'materials/standards', menuType: 'link' }
const tab = { type: 'menu', title: 'Extra', name: 'extra', menuType: 'tab', path: 'dashboard', component: 'dashboard' }

async function add(call: Caller, values: object): Promise<{ id: number; changeSetId: number }> {
  const answer = await call('POST', `${at}/add`, values)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data as { id: number; changeSetId: number }
}

const errorsOf = async (call: Caller, path: string, values: object) => {
  const answer = await call('POST', `${at}/${path}`, values)
  return { code: answer.code, ...((answer.data as { errors?: object } | null)?.errors ?? {}) }
}

const menuIn = async (call: Caller, language = 'en') =>
  (await call('GET', '/adminApi/menu', undefined, { 'accept-language': language })).data as MenuRule[]

test('a directory and a link in both languages are in the list and in the menu of whoever may see them', async () => {
  const { admin } = await start()
  const { id } = await add(admin, dir)
  await add(admin, { ...link, pid: id, url: 'https://example.org/a', icon: 'fa fa-link', keepalive: 0, remark: 'x' })
  const list = (await admin('GET', `${at}/index?tree=1&open=${id}`)).data
  expect(list).toMatchObject({
    list: expect.arrayContaining([
      expect.objectContaining({ name: 'materials', zhTitle: '资料', enTitle: 'Materials', origin: 'added', weight: 0 }),
      expect.objectContaining({
        name: 'user-role',
        zhTitle: '用户与权限',
        enTitle: 'Users and permissions',
        origin: 'builtIn',
      }),
    ]),
  })
  const entry = async (language: string) => (await menuIn(admin, language)).find(({ name }) => name === 'materials')
  expect(await entry('en')).toMatchObject({
    title: 'Materials',
    titles: { 'zh-cn': '资料', en: 'Materials' },
    children: [{ title: 'Standards', menu_type: 'link', url: 'https://example.org/a', keepalive: false }],
  })
  expect(await entry('zh-CN')).toMatchObject({ title: '资料', children: [{ title: '标准' }] })
})

test('the search finds titles in both languages, and names', async () => {
  const { admin } = await start()
  const find = async (words: string) => {
    const answer = await admin('GET', `${at}/index?quickSearch=${encodeURIComponent(words)}`)
    return (answer.data as { list: { name: string }[] }).list.map(({ name }) => name)
  }
  expect(await find('exam schemes')).toEqual(['baseInfo/exam-scheme'])
  expect(await find('考试方案')).toEqual(['baseInfo/exam-scheme'])
  expect(await find('rule/del')).toEqual(['user-role/rule/del'])
  const tree = await admin('GET', `${at}/index?tree=1&quickSearch=exam schemes`)
  const { list, matched, total } = tree.data as {
    list: { id: number; name: string }[]
    matched: number[]
    total: number
  }
  expect(list.map(({ name }) => name)).toEqual(['baseInfo', 'baseInfo/exam-scheme'])
  expect([matched, total]).toEqual([[list[1]?.id], 1])
})

test('each wrong value has a message at its field', async () => {
  const { admin, idOf } = await start()
  const wrong = (values: object) => errorsOf(admin, 'add', values)
  expect(await wrong({ ...tab, title: '', name: 'a b', path: '/x y', component: '' })).toMatchObject({
    code: 422,
    title: ['Required'],
  })
  expect(await wrong({ ...tab, name: 'a b', path: 'x y', component: '' })).toMatchObject({
    name: ['Only letters, digits, dashes and underscores, with slashes between the parts'],
    path: [
      expect.stringMatching(/^Only letters, digits, dashes and underscores, .* and a query after a question mark$/),
    ],
    component: ['Required'],
  })
  expect(await wrong({ ...tab, path: 'login' })).toMatchObject({
    path: ['This path belongs to a page of the product that is no menu'],
  })
  expect(await wrong({ ...tab, path: '' })).toMatchObject({ path: ['Required'] })
  expect(await wrong({ ...tab, menuType: null })).toMatchObject({ menuType: ['Required'] })
  expect(await wrong({ ...tab, extend: null, weight: null })).toMatchObject({
    extend: ['Required'],
    weight: ['Required'],
  })
  expect(await wrong({ ...tab, extend: 'add_menu_only', component: '' })).toEqual({ code: 200 })
  expect(await wrong(link)).toMatchObject({ url: ['Required'] })
  const noPage = { url: ['Please enter a complete URL that begins with http:// or https://'] }
  expect(await wrong({ ...link, url: 'mailto:a@example.org' })).toMatchObject(noPage)
  expect(await wrong({ ...link, url: 'javascript:alert(1)' })).toMatchObject({ url: ['Please enter the correct URL'] })
  const button = { type: 'button', title: 'button_add', name: 'baseInfo/subject/add' }
  const needsMenu = { pid: ['A button needs a menu as its parent'] }
  expect(await wrong(button)).toMatchObject(needsMenu)
  expect(await wrong({ ...button, pid: await idOf('baseInfo') })).toMatchObject(needsMenu)
  expect(await wrong({ ...button, name: 'plain', pid: await idOf('dashboard') })).toMatchObject({
    name: ['The name of its menu, a slash and the action, such as user-role/user/add'],
  })
  expect(await wrong({ ...tab, name: 'below', pid: await idOf('dashboard') })).toMatchObject({
    pid: ['Directories and menus can only lie in a directory, or at the top'],
  })
  expect(await wrong({ ...tab, name: 'below', pid: await idOf('user-role/rule/add') })).toMatchObject({
    pid: ['Directories and menus can only lie in a directory, or at the top'],
  })
  const below = { code: 422, type: ['The entries below do not fit this type'] }
  const { id } = await add(admin, dir)
  await add(admin, { ...link, pid: id, url: 'https://example.org' })
  expect(await errorsOf(admin, 'edit', { id, ...tab, name: 'materials' })).toMatchObject(below)
})

test('a name is given once, whatever its case', async () => {
  const { admin, idOf } = await start()
  const name = (one: string) => errorsOf(admin, 'add', { ...tab, name: one })
  expect(await name('dashboard')).toMatchObject({ name: ['This Name already exists'] })
  expect(await name('User-Role/Rule')).toMatchObject({ name: ['This Name already exists'] })
  const button = {
    type: 'button',
    title: 'button_add',
    pid: await idOf('baseInfo/subject'),
    name: 'baseInfo/Subject/Add',
  }
  expect(await errorsOf(admin, 'add', button)).toMatchObject({
    name: ['This name differs from baseInfo/subject/add only in upper and lower case'],
  })
})

const FIXED = 'The type and name of a built-in entry are fixed, and it cannot be deleted. Turn it off instead.'

test('type and name of a built-in rule are fixed, and it stays; the rest can be changed', async () => {
  const { admin, idOf } = await start()
  const id = await idOf('baseInfo/subject')
  expect(await errorsOf(admin, 'edit', { id, name: 'other' })).toEqual({ code: 422, name: [FIXED] })
  expect(await errorsOf(admin, 'edit', { id, type: 'menu_dir' })).toMatchObject({ code: 422, type: [FIXED] })
  const button = await idOf('baseInfo/subject/index')
  expect(await admin('DELETE', `${at}/del?ids[]=${button}`)).toMatchObject({ code: 403, msg: FIXED })
  expect(await admin('POST', `${at}/bulkDel`, { ids: [button, await idOf('dashboard')] })).toMatchObject({
    code: 422,
    data: { refused: [expect.objectContaining({ msg: FIXED }), expect.objectContaining({ msg: FIXED })] },
  })
  const title = { id, title: '科目', titleEn: 'School subjects' }
  expect(await admin('POST', `${at}/edit`, title)).toMatchObject({ code: 200 })
  expect(await admin('POST', `${at}/bulkEdit`, { ids: [id, button], values: { status: 0 } })).toMatchObject({
    code: 200,
    data: { changed: 2 },
  })
  const [base] = (await menuIn(admin)).filter(({ name }) => name === 'baseInfo')
  expect(base?.children.map(({ name }) => name)).not.toContain('baseInfo/subject')
})

test('siblings come by weight and then by hand, and a dragged row stays where it was dropped', async () => {
  const { admin } = await start()
  const { id: pid } = await add(admin, dir)
  const entry = (name: string, weight: number) =>
    add(admin, { ...link, name: `materials/${name}`, url: 'https://example.org', pid, weight })
  const [a, b, c, d] = [await entry('a', 0), await entry('b', 5), await entry('c', 5), await entry('d', 0)]
  const order = async () => {
    const answer = await admin('GET', `${at}/index?tree=1&open=${pid}`)
    const { list } = answer.data as { list: { name: string; pid: number; weight: number }[] }
    const inMenu = (await menuIn(admin)).find(({ name }) => name === 'materials')?.children.map(({ name }) => name)
    const rows = list.filter((row) => row.pid === pid)
    expect(inMenu).toEqual(rows.map(({ name }) => name))
    return rows.map(({ name, weight }) => `${name.slice(-1)}${weight}`)
  }
  const drag = async (row: { id: number }, target: { id: number }) => {
    const answer = await admin('POST', `${at}/sortable`, { id: row.id, targetId: target.id })
    expect(answer).toMatchObject({ code: 200 })
    return (answer.data as { changeSetId: number }).changeSetId
  }
  expect(await order()).toEqual(['b5', 'c5', 'a0', 'd0'])
  await drag(d, c)
  expect(await order()).toEqual(['b5', 'd5', 'c5', 'a0'])
  await drag(b, a)
  expect(await order()).toEqual(['d5', 'c5', 'a0', 'b0'])
  const set = await drag(b, d)
  expect(await order()).toEqual(['b5', 'd5', 'c5', 'a0'])
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId: set })).toMatchObject({ code: 200 })
  expect(await order()).toEqual(['d5', 'c5', 'a0', 'b0'])
})

test('the standard buttons of a menu come in one step, with their grants, and go back in one', async () => {
  const { admin, idOf, holdersOf } = await start()
  const id = await idOf('baseInfo/subject')
  const added = ['add', 'edit', 'del'].map((verb) => `baseInfo/subject/${verb}`)
  const answer = await admin('POST', `${at}/addButtons`, { id })
  expect(answer).toMatchObject({
    code: 200,
    msg: 'Buttons added: 3. Roles that have the menu and now have them: 2.',
    data: { count: 3, roles: 2 },
  })
  expect(await holdersOf(...added)).toEqual(['role of keeper', 'role of viewer'])
  const rows = (await admin('GET', `${at}/index?quickSearch=baseInfo/subject/`)).data
  expect(rows).toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ name: added[0], enTitle: 'Add', origin: 'builtIn' })]),
  })
  expect(await admin('POST', `${at}/addButtons`, { id })).toMatchObject({
    code: 200,
    msg: 'All standard buttons are there already.',
    data: { count: 0, changeSetId: null },
  })
  const { changeSetId } = answer.data as { changeSetId: number }
  const refused = await admin('DELETE', `${at}/del?ids[]=${await idOf('baseInfo/subject/add')}`)
  expect(refused).toMatchObject({ code: 403, msg: FIXED })
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await holdersOf(...added)).toEqual([])
  expect(await idOf('baseInfo/subject/add')).toBe(0)
})

test('a menu without a resource has no standard buttons, and a district cannot give itself any', async () => {
  const { admin, keeper, idOf } = await start()
  expect(await errorsOf(admin, 'addButtons', { id: await idOf('dashboard') })).toEqual({
    code: 422,
    id: ['This menu shows no resource, so it has no standard buttons'],
  })
  expect(await admin('POST', `${at}/addButtons`, { id: 999_999 })).toMatchObject({ code: 404 })
  expect(await keeper('POST', `${at}/addButtons`, { id: await idOf('baseInfo/subject') })).toMatchObject({
    code: 403,
    msg: 'You do not have baseInfo/subject/add yourself, so you cannot add, change, move or delete it.',
  })
})

test('others than super administrators see what they hold, and cannot make permissions', async () => {
  const { keeper, admin, idOf, holdersOf } = await start()
  const list = (await keeper('GET', `${at}/index?limit=100`)).data as { list: { name: string }[] }
  expect(list.list.map(({ name }) => name).sort()).toEqual(
    ['baseInfo', 'baseInfo/subject', 'baseInfo/subject/index', 'user-role', 'user-role/rule', ...keeperNodes].sort(),
  )
  const pid = await idOf('baseInfo/subject')
  const button = { type: 'button', title: 'button_add', name: 'baseInfo/subject/add', pid }
  const notYours = 'You do not have baseInfo/subject/add yourself, so you cannot add, change, move or delete it.'
  expect(await errorsOf(keeper, 'add', button)).toMatchObject({ code: 422, name: [notYours] })
  expect(await errorsOf(keeper, 'add', dir)).toMatchObject({
    code: 422,
    pid: ['Choose a parent that you have yourself. Only super administrators add entries at the top.'],
  })
  const dashboard = await idOf('dashboard')
  expect(await keeper('POST', `${at}/edit`, { id: dashboard, title: 'x' })).toMatchObject({ code: 404 })
  // A menu that is no permission goes to all who have the directory.
  const { id, changeSetId } = await add(keeper, {
    ...link,
    name: 'baseInfo/note',
    url: 'https://example.org',
    pid: await idOf('baseInfo'),
  })
  expect(await holdersOf('baseInfo/note')).toEqual(['role of keeper', 'role of viewer'])
  expect(await errorsOf(keeper, 'edit', { id, name: 'baseInfo/subject/edit' })).toMatchObject({ code: 422 })
  expect(await keeper('POST', `${at}/edit`, { id, titleEn: 'Note' })).toMatchObject({ code: 200 })
  expect(await keeper('DELETE', `${at}/del?ids[]=${id}`)).toMatchObject({ code: 200 })
  expect(await keeper('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 409 })
  // A permission that the keeper holds, but that is not built in.
  const { id: own } = await add(admin, { ...button, name: 'user-role/rule/print', pid: await idOf('user-role/rule') })
  expect(await keeper('DELETE', `${at}/del?ids[]=${own}`)).toMatchObject({
    code: 403,
    msg: 'Only super administrators can delete a permission, because every role loses it.',
  })
})

test('a directory is deleted with all below it, or not at all, and comes back with its grants', async () => {
  const { keeper, admin, idOf, holdersOf } = await start()
  const top = await add(keeper, { ...dir, name: 'baseInfo/more', pid: await idOf('baseInfo') })
  const below = await add(keeper, { ...link, name: 'baseInfo/more/a', url: 'https://example.org', pid: top.id })
  expect(await holdersOf('baseInfo/more/a')).toEqual(['role of keeper', 'role of viewer'])
  expect(await keeper('DELETE', `${at}/del?ids[]=${top.id}`)).toMatchObject({ code: 409 })
  const gone = await keeper('DELETE', `${at}/del?ids[]=${top.id}&ids[]=${below.id}`)
  expect(gone).toMatchObject({ code: 200, data: { count: 2 } })
  const { changeSetId } = gone.data as { changeSetId: number }
  expect(await holdersOf('baseInfo/more/a')).toEqual([])
  expect(await keeper('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await holdersOf('baseInfo/more/a')).toEqual(['role of keeper', 'role of viewer'])
  const { list } = (await admin('GET', `${at}/history?id=${top.id}`)).data as { list: { operation: string }[] }
  expect(list.map(({ operation }) => operation)).toEqual(['insert', 'delete', 'insert'])
  // Its author takes the addition back, and with it the grants.
  expect(await keeper('POST', '/adminApi/history/undo', { changeSetId: below.changeSetId })).toMatchObject({
    code: 200,
  })
  expect(await holdersOf('baseInfo/more/a')).toEqual([])
})

test('a file adds and changes rules by their names, and each refused row says why', async () => {
  const { admin, idOf, db, ...api } = await start()
  await api.jobs.start()
  const { send, planOf, check, run, rows } = importer({ ...api, db }, admin, 'rule')
  const file = [
    'Parent,Type,Title,English title,Name,Opens as,Path,URL,Keep state,Weight',
    ',Directory,资料,Materials,materials,,,,,3',
    'materials,Menu,标准,Standards,materials/standards,Link,,https://example.org,,',
    ',Menu,Wrong,,wrong,Tab,wrong,,,',
    'user-role,Directory,Changed,,user-role/rule,,,,,',
  ].join('\n')
  const view = (await send(file)).data
  const plan = planOf(view)
  expect(plan.keys).toEqual(['name'])
  expect(plan.mapping).toEqual([
    'pid',
    'type',
    'title',
    'titleEn',
    'name',
    'menuType',
    'path',
    'url',
    'keepalive',
    'weight',
  ])
  await check(view.id, plan)
  const refused = (await rows(view.id, 'refused')).list
  expect(refused.map(({ row, errors }) => [row, ...errors.map(({ field, text }) => `${field}: ${text}`)])).toEqual([
    [4, 'component: Required'],
    [5, `type: ${FIXED}`],
  ])
  await run(view.id, plan, true)
  expect(await idOf('materials/standards')).not.toBe(0)
  expect((await menuIn(admin))[0]).toMatchObject({ name: 'materials', children: [{ name: 'materials/standards' }] })
})

test('an exported file comes back unchanged, and who is no super administrator imports no permission', async () => {
  const { admin, keeper, holdersOf, ...api } = await start()
  await api.jobs.start()
  const response = await api.api.request(`${at}/export?format=csv`, {
    headers: { authorization: `Bearer ${admin.tokens.access_token}`, 'accept-language': 'en' },
  })
  const all = importer(api, admin, 'rule')
  const exported = (await all.send(await response.text())).data
  expect((await all.check(exported.id, all.planOf(exported))).message).toMatch(/^0 new, 0 to change, \d+ unchanged/)
  const own = importer(api, keeper, 'rule')
  const file = [
    'Parent,Type,Title,Name,Opens as,URL',
    'baseInfo,Directory,More,baseInfo/more,,',
    'baseInfo/more,Menu,A,baseInfo/more/a,Link,https://example.org',
    'baseInfo/subject,Button,Add,baseInfo/subject/add,,',
    ',Directory,Top,top,,',
  ].join('\n')
  const sent = (await own.send(file)).data
  await own.check(sent.id, own.planOf(sent))
  const { list } = await own.rows(sent.id, 'refused')
  expect(list.map(({ title, errors }) => [title, errors[0]?.text])).toEqual([
    ['baseInfo/subject/add', expect.stringMatching(/^You do not have baseInfo\/subject\/add yourself/)],
    ['top', 'Outside your data scope'],
  ])
  await own.run(sent.id, own.planOf(sent), true)
  expect(await holdersOf('baseInfo/more/a')).toEqual(['role of keeper', 'role of viewer'])
})

test('every answer names the permission epoch, and menu and nodes follow at the next request', async () => {
  const { admin, keeper, idOf } = await start()
  const viewer = keeper
  const before = await viewer('GET', '/adminApi/menu')
  const epoch = before.headers.get('x-permission-epoch')
  expect(epoch).toMatch(/^\d+$/)
  expect((await viewer('GET', '/adminApi/user/info')).headers.get('x-permission-epoch')).toBe(epoch)
  await admin('POST', `${at}/edit`, { id: await idOf('baseInfo/subject'), title: 'Fächer', status: 1 })
  const after = await viewer('GET', '/adminApi/subject/index')
  expect(Number(after.headers.get('x-permission-epoch'))).toBeGreaterThan(Number(epoch))
  expect(JSON.stringify(await menuIn(viewer))).toContain('Fächer')
  await admin('POST', `${at}/edit`, { id: await idOf('baseInfo/subject/index'), status: 0 })
  expect(await viewer('GET', '/adminApi/subject/index')).toMatchObject({ code: 403 })
  expect(JSON.stringify((await viewer('GET', '/adminApi/user/info')).data)).not.toContain('baseInfo/subject/index')
})

test('a process keeps the rules until the epoch changes', async () => {
  const { db } = await start()
  const titles = async (epoch: string) => JSON.stringify(await menuOf(db, { ...superActor, epoch }))
  expect(await titles('1')).toContain('Subjects')
  await db.update(rule).set({ title: 'Other' }).where(eq(rule.name, 'baseInfo/subject'))
  expect(await titles('1')).not.toContain('Other')
  expect(await titles('2')).toContain('Other')
  expect(await authNodeOf(db, { side: 'admin', epoch: '2' }, ['baseInfo/subject/index', 'dashboard'])).toEqual({
    'baseInfo/subject': ['index'],
  })
})
