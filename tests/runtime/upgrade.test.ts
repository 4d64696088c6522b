import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { askTokens, type Person, personOf, refresh, rowsOf, signIn, until, want } from '../releases/2c94b74/contract.ts'
import facts from '../releases/2c94b74/facts.json' with { type: 'json' }
import { importer } from '../releases/2c94b74/importer.ts'
import { passwords } from '../support/passwords.ts'
import { query, sharedInstance, startInstance } from './support/instance.ts'
import { asAdmin, dataOfRelease, expectGuards, expectProtected, fewerThan, fill } from './support/upgraded.ts'

/** Starts this release on the data of an earlier one and signs in as the super admin, for a test that changes them. */
async function upgraded() {
  const dataDir = await dataOfRelease()
  const instance = await startInstance({ dataDir })
  return { ...instance, dataDir, admin: await asAdmin(instance.url) }
}

const hashes = `select count(*)::int as count from change
  where concat(before, after) like '%argon2%' or concat(before, after) like '%entry_code": "%'`

/** The same for the tests that change nothing of what others read. `hashes` counts what was there before the start. */
let shared: Omit<Awaited<ReturnType<typeof upgraded>>, 'kill' | 'pid' | 'finished'> & { hashes: number }

beforeAll(async () => {
  let before = 0
  const { dataDir, product, end } = await sharedInstance(async (place) => {
    await fill(place)
    const [counted] = await query<{ count: number }>(place, hashes)
    before = counted?.count ?? 0
  })
  const { url, output } = product
  shared = { url, output, dataDir, admin: await asAdmin(url), hashes: before }
  return end
})

const sideOf = (side: string) => (side === 'user' ? 'user' : 'admin')
const infoOf = (side: string) => (side === 'user' ? '/api/user/info' : '/adminApi/user/info')

async function countOf(dataDir: string, table: string): Promise<number> {
  const [row] = await query<{ count: number }>(dataDir, `select count(*)::int as count from ${table}`)
  return row?.count ?? 0
}

test('a new release starts on the data of an earlier one, and nothing that people made is lost', async () => {
  const { dataDir, output } = shared
  expect(output(), 'the accounts are the old ones').not.toMatch(/sign in as/)
  expect(await fewerThan(dataDir, new Map(Object.entries(facts.tables)))).toEqual([])
  const [migrations] = await query<{ count: number }>(
    dataDir,
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  )
  expect(migrations?.count).toBeGreaterThanOrEqual(facts.release.migrations)
})

test('passwords that were recorded in the change history are cleared', async () => {
  const { dataDir, hashes: before } = shared
  expect(before).toBeGreaterThan(0)
  expect(await query(dataDir, hashes)).toEqual([{ count: 0 }])
  expect(await query(dataDir, 'select count(*)::int as count from change_default'), 'rows of old months').toEqual([
    { count: 0 },
  ])
})

test('everybody signs in as before; sessions are alive or over as they were', async () => {
  const { url, admin, dataDir } = shared
  for (const { side, username, password } of facts.accounts) {
    const { call } = await signIn(url, sideOf(side), username, password)
    expect(await call('GET', infoOf(side)), username).toMatchObject({ code: 200, data: { username } })
  }
  const { username, password } = facts.lockedAccount
  expect((await askTokens(url, 'admin', 'password', { username, password })).status, 'locked').toBe(400)
  const stranger = await askTokens(url, 'admin', 'password', { username: facts.throttled.username, password })
  expect(await stranger.json(), 'failures still count').toMatchObject({
    error: expect.stringMatching(/too_many_requests|captcha_required/),
  })

  for (const { side, username, access, refresh: token } of facts.sessions.alive) {
    const tokens = { access, refresh: token }
    const answer = await personOf(url, tokens).call('GET', infoOf(side))
    expect(answer, `the token of ${username}`).toMatchObject({ code: 200, data: { username } })
    const fresh = personOf(url, await refresh(url, sideOf(side), tokens))
    expect((await fresh.call('GET', infoOf(side))).code, `refreshed for ${username}`).toBe(200)
  }
  for (const { side, how, access, refresh: token } of facts.sessions.ended) {
    expect((await personOf(url, { access, refresh: token }).call('GET', infoOf(side))).code, how).toBe(401)
    const again = await askTokens(url, sideOf(side), 'refresh_token', { refresh_token: token })
    expect(again.status, how).toBe(400)
  }

  const visit = (page: string, cookie: string) => fetch(`${url}${page}`, { headers: { cookie }, redirect: 'manual' })
  for (const { page, cookie, nickname } of facts.browsers.alive) {
    const answer = await visit(page, cookie)
    expect(answer.status, page).toBe(200)
    expect(await answer.text()).toContain(nickname)
  }
  for (const { side, page, cookie } of facts.browsers.ended) {
    expect((await visit(page, cookie)).headers.get('location'), page).toContain(`/${side}/login`)
  }

  const { id, key, body } = facts.once
  const before = await countOf(dataDir, 'organization')
  const repeated = await admin.call('POST', '/adminApi/organization/add', body, { key })
  expect(repeated, 'what was sent before is not done twice').toMatchObject({ code: 200, data: { id } })
  expect(await countOf(dataDir, 'organization')).toBe(before)
})

test('lists, runtime resources, views, menus and settings are as they were left, for each person', async () => {
  const { url, admin } = shared
  const officer = await signIn(url, 'admin', 'officer', passwords.admin)
  const listed = await rowsOf(admin, 'organization')
  const codes = new Map(listed.map((row) => [row.id, row.code]))
  const found = listed.map(({ id, version, code, name, type, pid, contact, status }) => ({
    id,
    version,
    code,
    name,
    type,
    parent: codes.get(Number(pid)) ?? null,
    contact,
    status,
  }))
  expect(found).toEqual(expect.arrayContaining(facts.organizations.rows))
  const { below, codes: order } = facts.organizations.order
  const tree = await rowsOf(admin, 'organization', `&tree=1&open=${[...codes.keys()].join(',')}`)
  const parent = listed.find(({ code }) => code === below)
  expect(tree.filter(({ pid }) => pid === parent?.id).map(({ code }) => code)).toEqual(order)
  const seen = async (resource: string, field: string) =>
    (await rowsOf(officer, resource)).map((row) => row[field]).sort()
  expect(await seen('organization', 'code'), 'below their own organization').toEqual(facts.officer.organizations)
  expect(await seen('exam-room', 'name')).toEqual(facts.officer.rooms)

  for (const [resource, rows] of Object.entries(facts.baseInfo)) {
    const now = new Map((await rowsOf(admin, resource)).map((row) => [row.id, row]))
    for (const { id, ...row } of rows) {
      const { revisions, ...values } = { revisions: [], ...row }
      expect(now.get(id), `${resource} ${id}`).toMatchObject(values)
      if (resource !== 'exam-scheme') continue
      const { data } = await admin.call('GET', `/adminApi/exam-scheme/revisions?id=${id}`)
      expect(data, `revisions of ${id}`).toMatchObject({ list: revisions })
    }
  }
  for (const { resource, field, value } of facts.deletedSeeds) {
    const values = (await rowsOf(admin, resource)).map((row) => row[field])
    expect(values, 'what was deleted stays away').not.toContain(value)
  }
  for (const { key, rows } of facts.stored) {
    const now = new Map((await rowsOf(admin, key)).map((row) => [row.id, row]))
    for (const row of rows) expect(now.get(row.id), `${key} ${row.id}`).toMatchObject(row)
  }
  for (const key of facts.unserved) {
    expect((await admin.call('GET', `/adminApi/${key}/index`)).status, `${key} is not served`).toBe(404)
  }
  const headers = { authorization: `Bearer ${admin.tokens.access}`, 'accept-language': 'en' }
  const { paths }: { paths: object } = await (await fetch(`${url}/api/openapi.json`, { headers })).json()
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(facts.stored.map(({ key }) => `/adminApi/${key}/index`)))
  expect(await (await fetch(`${url}${facts.export.path}`, { headers })).text()).toBe(facts.export.text)

  for (const { username, resource, views } of facts.views) {
    const { call } = username === 'officer' ? officer : admin
    const { data } = await call('GET', `/adminApi/view/index?resource=${resource}`)
    expect(data, `views of ${username}`).toMatchObject({ list: views })
  }
  expect(await admin.call('GET', '/api/site')).toMatchObject({ data: facts.settings.site })
  await expectMenus(url, admin)
})

type Menu = { name: string; children: Menu[] }
const menu: v.GenericSchema<Menu> = v.looseObject({ name: v.string(), children: v.array(v.lazy(() => menu)) })

async function expectMenus(url: string, admin: Person): Promise<void> {
  const flat = (menus: Menu[]): Menu[] => menus.flatMap((one) => [one, ...flat(one.children)])
  const { changed, admin: before, member: ofMember } = facts.menus
  const member = await signIn(url, 'user', 'member', passwords.member)
  const menus = want(v.array(menu), await admin.call('GET', '/adminApi/menu'))
  const theirs = want(v.array(menu), await member.call('GET', '/api/menu'))
  const mine = new Map(flat([...menus, ...theirs]).map((one) => [one.name, one]))
  const stored = facts.stored.map(({ key }) => (key === 'block' ? 'blocks' : `baseInfo/${key}`))
  const kept = [...before, ...ofMember].filter(({ name }) => [...changed.kept, ...stored].includes(name))
  expect(kept).toHaveLength(changed.kept.length + stored.length)
  for (const menu of kept) expect(mine.get(menu.name), menu.name).toMatchObject(menu)
  expect(menus[0]?.name).toBe(changed.first)
  expect(mine.has(changed.off)).toBe(false)
}

test('what is in use is still not deleted, history is told, and what was changed before is still undone', async () => {
  const { admin, dataDir } = await upgraded()
  const { call } = admin
  await expectProtected(admin)
  await expectGuards(dataDir)
  const { resource, id, entries } = facts.organizations.history
  const { data } = await call('GET', `/adminApi/${resource}/history?id=${id}`)
  expect(data).toMatchObject({ list: entries })

  const undo = (changeSetId: number) => call('POST', '/adminApi/history/undo', { changeSetId })
  for (const { why, changeSetId } of facts.notUndoable) {
    expect(await undo(changeSetId), why).toMatchObject({ status: 409, data: { reason: why } })
  }
  for (const { what, resource, changeSetId, undone } of facts.undoable) {
    expect(await undo(changeSetId), `${what} of ${resource}`).toMatchObject({ code: 200, data: { undone } })
  }
  const names = (await rowsOf(admin, 'exam-room')).map(({ name }) => name)
  expect(names, 'deleted before, there again').toContain('Doomed')
})

/**
 * What an undo of the earlier release did, in the words of this one. That release stored only how many rows it wrote.
 */
const retold = new Map([
  ['1 undone; 1 that were changed since stay as they are', 'Undone: 1 record. 1 record stays as it is'],
  ['Undone: 2 restored', 'Undone: 2 records'],
])

/** The report of an import names only what there is. Earlier releases told every number. */
const retell = (message: string) => {
  const counts = message.split(', ')
  const isReport = counts.length === 5 && counts[0]?.endsWith(' added')
  return isReport ? counts.filter((one) => !one.startsWith('0 ')).join(', ') : (retold.get(message) ?? message)
}

test('imports are told and taken back, one that was under way goes on, and new rows come in', async () => {
  const { url, admin, dataDir } = await upgraded()
  const { call, tokens } = admin
  const { job, code } = facts.underWay
  await until('the import goes on', async () => {
    const { state } = want(v.object({ state: v.string() }), await call('GET', `/adminApi/job/info?id=${job}`))
    return state === 'done' ? true : undefined
  })
  expect(await countOf(dataDir, `organization where code = '${code}'`)).toBe(1)
  expect(await call('GET', '/adminApi/job/index')).toMatchObject({
    data: {
      list: expect.arrayContaining(
        facts.jobs.map((one) => expect.objectContaining({ ...one, message: retell(one.message) })),
      ),
    },
  })

  const { imports } = facts
  for (const { id, name, ...report } of imports.reports) {
    const { data } = await call('GET', `/adminApi/organization/importReport?id=${id}`)
    const { fileName: _, ...told } = report
    expect(data, name).toMatchObject(told)
  }
  const marked = await fetch(`${url}/adminApi/organization/download/${imports.marked.import}`, {
    headers: { authorization: `Bearer ${tokens.access}` },
  })
  expect(marked.status).toBe(200)
  expect(
    Buffer.from(await marked.arrayBuffer())
      .subarray(0, 2)
      .toString(),
    'a workbook',
  ).toBe('PK')

  const { send, planOf, begin, end, run } = importer(admin)
  const { titles, fields } = imports.remembered
  const view = await send('again.csv', `${titles.join(',')}\nNEW-1,新来的学校,学校,YC-NP,Ma\n`)
  // That release remembered its guesses as well, so nothing of it is used.
  expect(view.columns.map(({ by }) => by)).not.toContain('memory')
  await run(view, planOf(view, { header: 1, mapping: fields, keys: ['code'] }))
  const [done] = imports.reports
  await end(await begin('importUndo', { id: done?.id }), 'done')
  const left = (await rowsOf(admin, 'organization')).map(({ code }) => code)
  expect(left).toContain('NEW-1')
  expect(left).not.toContain('IMP-1')

  const room = { name: 'New room', seats: 12, kind: 'a', orgId: facts.organizations.whole.id }
  expect(await call('POST', '/adminApi/exam-room/add', room)).toMatchObject({ code: 200 })
  const added = await call('POST', '/adminApi/organization/add', { code: 'NEW-2', name: 'New', type: 'school' })
  expect(added).toMatchObject({ code: 200 })
  const last = `select operation, after ->> 'code' as code from change where table_name = 'organization' order by id desc limit 1`
  expect(await query(dataDir, last), 'it is recorded').toEqual([{ operation: 'insert', code: 'NEW-2' }])
})
