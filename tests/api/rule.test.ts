import { expect, test } from 'vitest'
import {
  addRule,
  dir,
  FIXED,
  keeperNodes,
  link,
  menuIn,
  RULES,
  ruleErrorsOf,
  startRules,
  tab,
} from '../support/menu-rules.ts'

test('a directory and a link in both languages are in the list and in the menu of whoever may see them', async () => {
  const { admin } = await startRules()
  const { id } = await addRule(admin, dir)
  await addRule(admin, {
    ...link,
    pid: id,
    url: 'https://example.org/a',
    icon: 'fa fa-link',
    keepalive: 0,
    remark: 'x',
  })
  const list = (await admin('GET', `${RULES}/index?tree=1&open=${id}`)).data
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
  const { admin } = await startRules()
  const find = async (words: string) => {
    const answer = await admin('GET', `${RULES}/index?quickSearch=${encodeURIComponent(words)}`)
    return (answer.data as { list: { name: string }[] }).list.map(({ name }) => name)
  }
  expect(await find('exam schemes')).toEqual(['baseInfo/exam-scheme'])
  expect(await find('考试方案')).toEqual(['baseInfo/exam-scheme'])
  expect(await find('role/rule/del')).toEqual(['user-role/rule/del'])
  const tree = await admin('GET', `${RULES}/index?tree=1&quickSearch=exam schemes`)
  const { list, matched, total } = tree.data as {
    list: { id: number; name: string }[]
    matched: number[]
    total: number
  }
  expect(list.map(({ name }) => name)).toEqual(['baseInfo', 'baseInfo/exam-scheme'])
  expect([matched, total]).toEqual([[list[1]?.id], 1])
})

test('each wrong value has a message at its field', async () => {
  const { admin, idOf } = await startRules()
  const wrong = (values: object) => ruleErrorsOf(admin, 'add', values)
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
  const { id } = await addRule(admin, dir)
  await addRule(admin, { ...link, pid: id, url: 'https://example.org' })
  expect(await ruleErrorsOf(admin, 'edit', { id, ...tab, name: 'materials' })).toMatchObject(below)
})

test('a name is given once, whatever its case', async () => {
  const { admin, idOf } = await startRules()
  const name = (one: string) => ruleErrorsOf(admin, 'add', { ...tab, name: one })
  expect(await name('dashboard')).toMatchObject({ name: ['This Name already exists'] })
  expect(await name('User-Role/Rule')).toMatchObject({ name: ['This Name already exists'] })
  const button = {
    type: 'button',
    title: 'button_add',
    pid: await idOf('baseInfo/subject'),
    name: 'baseInfo/Subject/Add',
  }
  expect(await ruleErrorsOf(admin, 'add', button)).toMatchObject({
    name: ['This name differs from baseInfo/subject/add only in upper and lower case'],
  })
})

test('type and name of a built-in rule are fixed, and it stays; the rest can be changed', async () => {
  const { admin, idOf } = await startRules()
  const id = await idOf('baseInfo/subject')
  expect(await ruleErrorsOf(admin, 'edit', { id, name: 'other' })).toEqual({ code: 422, name: [FIXED] })
  expect(await ruleErrorsOf(admin, 'edit', { id, type: 'menu_dir' })).toMatchObject({ code: 422, type: [FIXED] })
  const button = await idOf('baseInfo/subject/index')
  expect(await admin('DELETE', `${RULES}/del?ids[]=${button}`)).toMatchObject({ code: 403, msg: FIXED })
  expect(await admin('POST', `${RULES}/bulkDel`, { ids: [button, await idOf('dashboard')] })).toMatchObject({
    code: 422,
    data: { refused: [expect.objectContaining({ msg: FIXED }), expect.objectContaining({ msg: FIXED })] },
  })
  const title = { id, title: '科目', titleEn: 'School subjects' }
  expect(await admin('POST', `${RULES}/edit`, title)).toMatchObject({ code: 200 })
  expect(await admin('POST', `${RULES}/bulkEdit`, { ids: [id, button], values: { status: 0 } })).toMatchObject({
    code: 200,
    data: { changed: 2 },
  })
  const [base] = (await menuIn(admin)).filter(({ name }) => name === 'baseInfo')
  expect(base?.children.map(({ name }) => name)).not.toContain('baseInfo/subject')
})

test('siblings come by weight and then by hand, and a dragged row stays where it was dropped', async () => {
  const { admin } = await startRules()
  const { id: pid } = await addRule(admin, dir)
  const entry = (name: string, weight: number) =>
    addRule(admin, { ...link, name: `materials/${name}`, url: 'https://example.org', pid, weight })
  const [a, b, c, d] = [await entry('a', 0), await entry('b', 5), await entry('c', 5), await entry('d', 0)]
  const order = async () => {
    const answer = await admin('GET', `${RULES}/index?tree=1&open=${pid}`)
    const { list } = answer.data as { list: { name: string; pid: number; weight: number }[] }
    const inMenu = (await menuIn(admin)).find(({ name }) => name === 'materials')?.children.map(({ name }) => name)
    const rows = list.filter((row) => row.pid === pid)
    expect(inMenu).toEqual(rows.map(({ name }) => name))
    return rows.map(({ name, weight }) => `${name.slice(-1)}${weight}`)
  }
  const drag = async (row: { id: number }, target: { id: number }) => {
    const answer = await admin('POST', `${RULES}/sortable`, { id: row.id, targetId: target.id })
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
  const { admin, idOf, holdersOf } = await startRules()
  const id = await idOf('baseInfo/subject')
  const added = ['add', 'edit', 'del'].map((verb) => `baseInfo/subject/${verb}`)
  const answer = await admin('POST', `${RULES}/addButtons`, { id })
  expect(answer).toMatchObject({
    code: 200,
    msg: 'Buttons added: 3. Roles that have the menu and now have them: 2.',
    data: { count: 3, roles: 2 },
  })
  expect(await holdersOf(...added)).toEqual(['role of keeper', 'role of viewer'])
  const rows = (await admin('GET', `${RULES}/index?quickSearch=baseInfo/subject/`)).data
  expect(rows).toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ name: added[0], enTitle: 'Add', origin: 'builtIn' })]),
  })
  expect(await admin('POST', `${RULES}/addButtons`, { id })).toMatchObject({
    code: 200,
    msg: 'All standard buttons are there already.',
    data: { count: 0, changeSetId: null },
  })
  const { changeSetId } = answer.data as { changeSetId: number }
  const refused = await admin('DELETE', `${RULES}/del?ids[]=${await idOf('baseInfo/subject/add')}`)
  expect(refused).toMatchObject({ code: 403, msg: FIXED })
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await holdersOf(...added)).toEqual([])
  expect(await idOf('baseInfo/subject/add')).toBe(0)
})

test('a menu without a resource has no standard buttons, and a district cannot give itself any', async () => {
  const { admin, keeper, idOf } = await startRules()
  expect(await ruleErrorsOf(admin, 'addButtons', { id: await idOf('dashboard') })).toEqual({
    code: 422,
    id: ['This menu shows no resource, so it has no standard buttons'],
  })
  expect(await admin('POST', `${RULES}/addButtons`, { id: 999_999 })).toMatchObject({ code: 404 })
  expect(await keeper('POST', `${RULES}/addButtons`, { id: await idOf('baseInfo/subject') })).toMatchObject({
    code: 403,
    msg: 'You do not have baseInfo/subject/add yourself, so you cannot add, change, move or delete it.',
  })
})

test('others than super administrators see what they hold, and cannot make permissions', async () => {
  const { keeper, admin, idOf, holdersOf } = await startRules()
  const list = (await keeper('GET', `${RULES}/index?limit=100`)).data as { list: { name: string }[] }
  expect(list.list.map(({ name }) => name).sort()).toEqual(
    ['baseInfo', 'baseInfo/subject', 'baseInfo/subject/index', 'user-role', 'user-role/rule', ...keeperNodes].sort(),
  )
  const held = await idOf('baseInfo/subject/index')
  expect(await ruleErrorsOf(keeper, 'edit', { id: held, status: 0 })).toEqual({
    code: 422,
    status: ['Only super administrators can turn baseInfo/subject/index on or off, because it concerns every role.'],
  })
  const pid = await idOf('baseInfo/subject')
  const button = { type: 'button', title: 'button_add', name: 'baseInfo/subject/add', pid }
  const notYours = 'You do not have baseInfo/subject/add yourself, so you cannot add, change, move or delete it.'
  expect(await ruleErrorsOf(keeper, 'add', button)).toMatchObject({ code: 422, name: [notYours] })
  expect(await ruleErrorsOf(keeper, 'add', dir)).toMatchObject({
    code: 422,
    pid: ['Choose a parent that you have yourself. Only super administrators add entries at the top.'],
  })
  const dashboard = await idOf('dashboard')
  expect(await keeper('POST', `${RULES}/edit`, { id: dashboard, title: 'x' })).toMatchObject({ code: 404 })
  // A menu that is no permission goes to all who have the directory.
  const { id, changeSetId } = await addRule(keeper, {
    ...link,
    name: 'baseInfo/note',
    url: 'https://example.org',
    pid: await idOf('baseInfo'),
  })
  expect(await holdersOf('baseInfo/note')).toEqual(['role of keeper', 'role of viewer'])
  expect(await ruleErrorsOf(keeper, 'edit', { id, name: 'baseInfo/subject/edit' })).toMatchObject({ code: 422 })
  expect(await keeper('POST', `${RULES}/edit`, { id, titleEn: 'Note' })).toMatchObject({ code: 200 })
  expect(await keeper('DELETE', `${RULES}/del?ids[]=${id}`)).toMatchObject({ code: 200 })
  expect(await keeper('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 409 })
  // A permission that the keeper holds, but that is not built in.
  const { id: own } = await addRule(admin, {
    ...button,
    name: 'user-role/rule/print',
    pid: await idOf('user-role/rule'),
  })
  expect(await keeper('DELETE', `${RULES}/del?ids[]=${own}`)).toMatchObject({
    code: 403,
    msg: 'Only super administrators can delete a permission, because every role loses it.',
  })
})
