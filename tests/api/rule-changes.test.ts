import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rule } from '#src/db/identity.table.server.ts'
import { authNodeOf, menuOf } from '#src/features/rules/menu.server.ts'
import { importer } from '../support/imports.ts'
import { addRule, dir, FIXED, link, menuIn, RULES, startRules } from '../support/menu-rules.ts'
import { superActor } from '../support/super-actor.ts'

test('a directory is deleted with all below it, or not at all, and comes back with its grants', async () => {
  const { keeper, admin, idOf, holdersOf } = await startRules()
  const top = await addRule(keeper, { ...dir, name: 'baseInfo/more', pid: await idOf('baseInfo') })
  const below = await addRule(keeper, { ...link, name: 'baseInfo/more/a', url: 'https://example.org', pid: top.id })
  expect(await holdersOf('baseInfo/more/a')).toEqual(['role of keeper', 'role of viewer'])
  expect(await keeper('DELETE', `${RULES}/del?ids[]=${top.id}`)).toMatchObject({ code: 409 })
  const gone = await keeper('DELETE', `${RULES}/del?ids[]=${top.id}&ids[]=${below.id}`)
  expect(gone).toMatchObject({ code: 200, data: { count: 2 } })
  const { changeSetId } = gone.data as { changeSetId: number }
  expect(await holdersOf('baseInfo/more/a')).toEqual([])
  expect(await keeper('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await holdersOf('baseInfo/more/a')).toEqual(['role of keeper', 'role of viewer'])
  const { list } = (await admin('GET', `${RULES}/history?id=${top.id}`)).data as { list: { operation: string }[] }
  expect(list.map(({ operation }) => operation)).toEqual(['insert', 'delete', 'insert'])
  // Its author takes the addition back, and with it the grants.
  expect(await keeper('POST', '/adminApi/history/undo', { changeSetId: below.changeSetId })).toMatchObject({
    code: 200,
  })
  expect(await holdersOf('baseInfo/more/a')).toEqual([])
})

test('a file adds and changes rules by their names, and each refused row says why', async () => {
  const { admin, idOf, db, ...api } = await startRules()
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
  const { admin, keeper, holdersOf, ...api } = await startRules()
  await api.jobs.start()
  const response = await api.api.request(`${RULES}/export?format=csv`, {
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
  const { admin, keeper, idOf } = await startRules()
  const viewer = keeper
  const before = await viewer('GET', '/adminApi/menu')
  const epoch = before.headers.get('x-permission-epoch')
  expect(epoch).toMatch(/^\d+$/)
  expect((await viewer('GET', '/adminApi/user/info')).headers.get('x-permission-epoch')).toBe(epoch)
  await admin('POST', `${RULES}/edit`, { id: await idOf('baseInfo/subject'), title: 'Fächer', status: 1 })
  const after = await viewer('GET', '/adminApi/subject/index')
  expect(Number(after.headers.get('x-permission-epoch'))).toBeGreaterThan(Number(epoch))
  expect(JSON.stringify(await menuIn(viewer))).toContain('Fächer')
  await admin('POST', `${RULES}/edit`, { id: await idOf('baseInfo/subject/index'), status: 0 })
  expect(await viewer('GET', '/adminApi/subject/index')).toMatchObject({ code: 403 })
  expect(JSON.stringify((await viewer('GET', '/adminApi/user/info')).data)).not.toContain('baseInfo/subject/index')
})

test('a process keeps the rules until the epoch changes', async () => {
  const { db } = await startRules()
  const titles = async (epoch: string) => JSON.stringify(await menuOf(db, { ...superActor, epoch }))
  expect(await titles('1')).toContain('Subjects')
  await db.update(rule).set({ title: 'Other' }).where(eq(rule.name, 'baseInfo/subject'))
  expect(await titles('1')).not.toContain('Other')
  expect(await titles('2')).toContain('Other')
  expect(await authNodeOf(db, { side: 'admin', epoch: '2' }, ['baseInfo/subject/index', 'dashboard'])).toEqual({
    'baseInfo/subject': ['index'],
  })
})
