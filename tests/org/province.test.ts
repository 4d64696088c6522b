import { eq, like } from 'drizzle-orm'
import pino from 'pino'
import { expect, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import { systemAuthor } from '#src/db/write.server.ts'
import { jobKinds } from '#src/features/mount.server.ts'
import { withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { findActorById } from '#src/server/access/actor.server.ts'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import { type Caller, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

const LOAD = '/adminApi/organization/loadProvince'
const UNDO = '/adminApi/organization/undoProvince'
/** Hainan: a province with cities, districts, and counties of its own. */
const PROVINCE = '46'

/** The callers of these tests speak English. */
const english = (say: () => string) => withLocale('en', say)

/** Starts the API, and its background work unless jobs have to wait. */
async function start({ work = true } = {}) {
  const api = await startApi({}, [], jobKinds)
  if (work) await api.jobs.start()
  const call = await api.signIn()
  const ended = async (caller: Caller, path: string, body: object) => {
    const { code, msg, data } = await caller('POST', path, body)
    expect({ code, msg }).toEqual({
      code: 200,
      msg: path === LOAD ? english(() => m.organization_provinceBegun()) : english(() => m.import_begun()),
    })
    const { job: id } = data as { job: number }
    const read = async () => (await caller('GET', `/adminApi/job/info?id=${id}`)).data as JobView
    await expect.poll(async () => (await read()).state).toMatch(/done|failed/)
    return read()
  }
  const loaded = () =>
    api.db
      .select({ id: organization.id, code: organization.code, pid: organization.pid, type: organization.type })
      .from(organization)
      .where(like(organization.code, `DEMO-${PROVINCE}%`))
  return { ...api, call, ended, loaded }
}

test('a province comes with its cities and districts in one change set, which can be taken back and loaded again', async () => {
  const { db, call, ended, loaded, signIn, jobs, files } = await start()
  const job = await ended(call, LOAD, { province: PROVINCE })
  const rows = await loaded()
  expect(job).toMatchObject({ state: 'done', result: { added: rows.length, found: 0 }, done: rows.length })
  expect(rows.length).toBeGreaterThan(20)
  const byCode = new Map(rows.map((row) => [row.code, row]))
  const top = byCode.get('DEMO-46')
  expect(top).toMatchObject({ type: 'province', pid: null })
  expect(byCode.get('DEMO-4601')).toMatchObject({ type: 'bureau', pid: top?.id })
  // The counties of the province itself stand below it: their heading in the register is no place.
  expect(byCode.get('DEMO-469001')).toMatchObject({ type: 'district', pid: top?.id })
  const again = await ended(call, LOAD, { province: PROVINCE })
  expect(again.result).toEqual({ added: 0, found: rows.length, changeSetId: null })
  expect((await call('POST', UNDO, { id: again.id })).code).toBe(404)

  const back = await ended(call, UNDO, { id: job.id })
  expect(back).toMatchObject({
    state: 'done',
    title: english(() => m.organization_provinceUndoJob({ name: '海南省' })),
    result: { undone: rows.length, left: 0 },
  })
  expect(back.about).toMatchObject({ undoes: job.result?.changeSetId })
  expect(await loaded()).toEqual([])
  expect((await call('POST', UNDO, { id: job.id })).code).toBe(409)
  const last = await ended(call, LOAD, { province: PROVINCE })
  expect(await loaded()).toHaveLength(rows.length)
  expect(await db.select().from(organization).where(eq(organization.type, 'province'))).toHaveLength(1)

  // A later attempt finds the work of one whose end was not recorded.
  const actor = await findActorById(db, 1)
  if (!actor) throw new Error('no account')
  const attempt = await jobs.kinds.get('province')?.run({
    id: last.id,
    input: { province: PROVINCE, name: '' },
    attempt: 2,
    db,
    files,
    secret: '',
    log: pino({ level: 'silent' }),
    actor,
    author: systemAuthor,
    signal: new AbortController().signal,
    progress: () => undefined,
    mayKeep: async () => undefined,
  })
  expect(attempt).toEqual(last.result)
  expect(await loaded()).toHaveLength(rows.length)

  // The node and the data scope decide; a province that does not exist is refused.
  await addOfficer({ db }, { username: 'reader', nodes: ['baseInfo/organization/index'], scope: 'all' })
  expect((await (await signIn('admin', 'reader'))('POST', LOAD, { province: PROVINCE })).code).toBe(403)
  const unknown = { code: 422, msg: english(() => m.organization_noProvince()) }
  expect(await call('POST', LOAD, { province: '99' })).toMatchObject(unknown)
  expect((await call('POST', LOAD, { province: '4601' })).code).toBe(422)

  const [above] = await db.select().from(organization).where(eq(organization.code, 'DEMO-46'))
  const [city] = await db.select().from(organization).where(eq(organization.code, 'DEMO-4601'))
  const nodes = ['baseInfo/organization/add', 'baseInfo/organization/index'] as const
  await addOfficer({ db }, { username: 'city', nodes: [...nodes], scope: 'orgBelow', deptId: city?.id ?? null })
  const refused = { code: 403, msg: english(() => m.organization_provinceOutOfScope()) }
  expect(await (await signIn('admin', 'city'))('POST', LOAD, { province: PROVINCE })).toMatchObject(refused)
  await addOfficer({ db }, { username: 'own', nodes: [...nodes], scope: 'org', deptId: above?.id ?? null })
  expect(await (await signIn('admin', 'own'))('POST', LOAD, { province: PROVINCE })).toMatchObject(refused)
  await addOfficer({ db }, { username: 'whole', nodes: [...nodes], scope: 'orgBelow', deptId: above?.id ?? null })
  const whole = await ended(await signIn('admin', 'whole'), LOAD, { province: PROVINCE })
  expect(whole.result).toMatchObject({ added: 0 })
})

test('what exists is found by its code and stays as it is, and two people who load at once write nothing twice', async () => {
  const api = await start({ work: false })
  const { db, call, ended, loaded, signIn, jobs } = api
  // Rights that were lost before the job began count, and nothing is written.
  const id = await addOfficer(api, { username: 'leaving', nodes: ['baseInfo/organization/add'], scope: 'all' })
  const officer = await signIn('admin', 'leaving')
  const { job } = (await officer('POST', LOAD, { province: PROVINCE })).data as { job: number }
  await db.execute(`delete from account_role where account_id = ${id}`)
  await jobs.start()
  const read = async () => (await officer('GET', `/adminApi/job/info?id=${job}`)).data as JobView
  await expect.poll(async () => (await read()).state).toBe('failed')
  expect((await call('GET', '/adminApi/organization/count')).data).toMatchObject({ total: 0 })

  const mine = { code: 'DEMO-4602', name: 'Our own name', type: 'bureau', pid: null, levelIds: [] }
  expect((await call('POST', '/adminApi/organization/add', mine)).code).toBe(200)
  await addOfficer({ db }, { username: 'second', nodes: ['baseInfo/organization/add'], scope: 'all' })
  const other = await signIn('admin', 'second')
  const both = await Promise.all([
    ended(call, LOAD, { province: PROVINCE }),
    ended(other, LOAD, { province: PROVINCE }),
  ])
  const rows = await loaded()
  expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length)
  expect(both.map(({ result }) => Number(result?.added)).sort((one, two) => one - two)).toEqual([0, rows.length - 1])
  const [kept] = await db.select().from(organization).where(eq(organization.code, 'DEMO-4602'))
  expect(kept).toMatchObject({ name: 'Our own name', pid: null })
  expect(rows.find(({ code }) => code === 'DEMO-460202')?.pid).toBe(kept?.id)
})
