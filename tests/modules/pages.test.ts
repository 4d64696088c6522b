import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { drawingOf } from '#src/features/modules/module-icons.server.ts'
import { moduleStates } from '#src/features/modules/store.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { type Caller, startApi } from '../support/api.ts'
import { setModuleState, storeModule } from '../support/installed-module.ts'
import { addOfficer } from '../support/officer.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor">'
const box = `${svg}<path d="M3 3h18v18H3z"/></svg>`
const guide = {
  name: 'desk/guide',
  title: { 'zh-cn': '说明', en: 'Guide' },
  icon: 'module-desk-box',
  content: { 'zh-cn': '<p>您好</p>', en: '<p>Hello</p>' },
}

async function start() {
  const api = await startApi()
  await storeModule(api.db, { pages: [guide] }, { 'icons/box.svg': box })
  const chief = await api.signIn()
  const officer = await (async () => {
    await addOfficer(api, { username: 'reader', nodes: [], scope: 'all' })
    return api.signIn('admin', 'reader')
  })()
  return { ...api, chief, officer }
}
type Menu = { name: string; title: string; drawing?: object; children: Menu[] }
const menuOf = async (call: Caller) =>
  ((await call('GET', '/adminApi/menu')).data as Menu[]).find(({ name }) => name === guide.name)

test('a page is read by those who hold its menu, in their language', async () => {
  const { db, chief, officer } = await start()
  const page = { name: 'desk/guide', title: 'Guide', content: '<p>Hello</p>' }
  expect((await chief('GET', '/adminApi/module/page?name=desk/guide')).data).toEqual(page)
  expect((await chief('GET', '/adminApi/module/page?path=desk/guide')).data).toEqual(page)
  const chinese = await chief('GET', '/adminApi/module/page?path=desk/guide', undefined, { 'accept-language': 'zh' })
  expect(chinese.data).toMatchObject({ title: '说明', content: '<p>您好</p>' })
  const { permissions } = (await chief('GET', '/adminApi/user/info')).data as { permissions: string[] }
  expect(permissions).toContain('desk/guide')

  expect(await officer('GET', '/adminApi/module/page?path=desk/guide')).toMatchObject({ status: 403, data: null })
  expect(await menuOf(officer)).toBeUndefined()
  await db.execute(sql`insert into role_rule (role_id, rule_id) select r.id, u.id from role r, rule u
    where r.name = 'role of reader' and u.name = 'desk/guide'`)
  expect((await officer('GET', '/adminApi/module/page?path=desk/guide')).data).toEqual(page)
  expect(await menuOf(officer)).toMatchObject({ title: 'Guide' })
})

test('a page that is not there, or whose module is off, is not found', async () => {
  const { db, chief } = await start()
  const gone = { status: 404, msg: m.part_pageGone({}, { locale: 'en' }) }
  expect(await chief('GET', '/adminApi/module/page?name=desk/other')).toMatchObject(gone)
  expect(await chief('GET', '/adminApi/module/page?path=dashboard')).toMatchObject(gone)
  expect(await chief('GET', '/adminApi/module/page')).toMatchObject({ status: 400 })
  await setModuleState(db, 'desk', moduleStates.disabled)
  expect(await chief('GET', '/adminApi/module/page?path=desk/guide')).toMatchObject(gone)
  const { permissions } = (await chief('GET', '/adminApi/user/info')).data as { permissions: string[] }
  expect(permissions).not.toContain('desk/guide')
  expect((await chief('GET', '/adminApi/module/icon?name=module-desk-box')).data).toBeNull()
})

test('the menu brings the drawing of a module, and others find it by its name', async () => {
  const { chief, officer } = await start()
  const drawing = { viewBox: '0 0 24 24', body: '<g fill="none" stroke="currentColor"><path d="M3 3h18v18H3z"/></g>' }
  expect((await menuOf(chief))?.drawing).toEqual(drawing)
  expect((await officer('GET', '/adminApi/module/icon?name=module-desk-box')).data).toEqual(drawing)
  for (const name of ['module-desk-other', 'module-desk', 'fa fa-circle-o'])
    expect((await chief('GET', `/adminApi/module/icon?name=${encodeURIComponent(name)}`)).data).toBeNull()
})

test('nothing but shapes goes on from a drawing', () => {
  const bodyOf = (inner: string, root = svg) => drawingOf(`${root}${inner}</svg>`)?.body
  expect(bodyOf('<script>alert(1)</script>')).toBeUndefined()
  expect(bodyOf('<path d="M0 0h1"/><script>alert(1)</script><foreignObject><p>x</p></foreignObject>')).toBe(
    '<g fill="none" stroke="currentColor"><path d="M0 0h1"/></g>',
  )
  expect(bodyOf('<path d="M0 0h1" onload="x"/>', '<svg viewBox="0 0 1 1">')).toBe('<path d="M0 0h1" onload="x"/>')
  expect(bodyOf('<path d="M0 0h1"/>', '<svg>')).toBeUndefined()
  expect(bodyOf('<path d="M0 0h1"/>', '<svg viewBox="0 0 1 1" stroke="url(x)">')).toBe('<path d="M0 0h1"/>')
  expect(bodyOf(`<path d="${'M0 0'.repeat(5_000)}"/>`)).toBeUndefined()
  expect(drawingOf('')).toBeUndefined()
  expect(drawingOf('<p>no drawing</p>')).toBeUndefined()
})
