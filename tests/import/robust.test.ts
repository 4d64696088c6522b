import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#src/db/client.server.ts'
import { dataImport } from '#src/db/import.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { importer, importNodes, startImports } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'
import { endPauses, passSilence } from '../support/queue.ts'
import { serveHttp } from '../support/serve.ts'

const head = '编码,名称,类型,上级组织'
/** The number of rows. Two statements write them. */
const ROWS = 6_000
/** The number of rows that the first statement writes. */
const FIRST = 5_000
const large = `${head}\n${Array.from({ length: ROWS }, (_, at) => `R${at + 1},学校 ${at + 1},学校,`).join('\n')}\n`

/** Makes an import wait in the middle of its writing: another transaction inserts one of its codes first. */
async function holdUp(db: Database, code: string) {
  const client = await db.$client.connect()
  await client.query('begin')
  await client.query(`insert into organization (code, name, type, sort_key) values ('${code}', 'x', 'school', 'zz')`)
  let held = true
  const release = async () => {
    if (!held) return
    held = false
    await client.query('rollback')
    client.release()
  }
  onTestFinished(release)
  return release
}

async function startWorker(url: string, files: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['tests/support/job-process.ts', url, files], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('a process is killed in the middle of an import: nothing of it is there, and another one does it once', {
  timeout: 120_000,
}, async () => {
  const api = await startApi()
  const call = await api.signIn()
  const { send, planOf } = importer(api, call)
  const { data: view } = await send(large)
  const begun = await call('POST', '/adminApi/organization/importRun', { id: view.id, plan: planOf(view) })
  const { job } = begun.data as { job: number }
  const read = async () => (await call('GET', `/adminApi/job/info?id=${job}`)).data as JobView
  // The second statement waits here. The rows of the first are written but not committed.
  const release = await holdUp(api.db, `R${ROWS}`)
  const first = await startWorker(api.url, api.files)
  await expect.poll(read).toMatchObject({ step: 'Writing', done: FIRST })
  first.kill('SIGKILL')
  await once(first, 'exit')
  await release()
  expect(await api.db.$count(organization)).toBe(0)
  expect(await read()).toMatchObject({ state: 'running', attempt: 1 })
  await startWorker(api.url, api.files)
  await passSilence(api.db)
  await expect
    .poll(
      async () => {
        await endPauses(api.db)
        return read()
      },
      { timeout: 90_000 },
    )
    .toMatchObject({ state: 'done', attempt: 2 })
  expect(await read()).toMatchObject({ result: { counts: { new: ROWS, refused: 0 } } })
  expect(await api.db.$count(organization)).toBe(ROWS)
  const { rows } = await api.db.execute(
    sql`select count(*)::int as changes, count(distinct change_set_id)::int as sets from change where table_name = 'organization'`,
  )
  expect(rows).toEqual([{ changes: ROWS, sets: 1 }])
})

test('an import is cancelled while it writes: nothing of it is there, and the file can be imported afterwards', {
  timeout: 120_000,
}, async () => {
  const { db, call, send, planOf, until, run } = await startImports()
  const { data: view } = await send(large)
  const plan = planOf(view)
  const release = await holdUp(db, `R${ROWS}`)
  const begun = await call('POST', '/adminApi/organization/importRun', { id: view.id, plan })
  const { job } = begun.data as { job: number }
  await expect
    .poll(async () => (await call('GET', `/adminApi/job/info?id=${job}`)).data)
    .toMatchObject({ step: 'Writing', done: FIRST })
  expect(await call('POST', '/adminApi/job/cancel', { id: job })).toMatchObject({ data: { stopping: true } })
  await release()
  expect(await until(job)).toMatchObject({ state: 'cancelled' })
  expect(await db.$count(organization)).toBe(0)
  expect(await run(view.id, plan)).toMatchObject({ state: 'done', result: { counts: { new: ROWS } } })
})

test('a connection that dies while a file is sent leaves nothing behind', async () => {
  const api = await startApi()
  const call = await api.signIn()
  const address = new URL(await serveHttp((request) => api.api.fetch(request)))
  const sent = request({
    host: address.hostname,
    port: address.port,
    method: 'POST',
    path: '/adminApi/organization/import?name=half.csv',
    headers: { authorization: `Bearer ${call.tokens.access_token}`, 'content-length': 10_000_000 },
  })
  sent.on('error', () => undefined)
  sent.write(Buffer.alloc(500_000, 'a'))
  const stored = () => readdir(join(api.files, 'import')).catch(() => [])
  await expect.poll(stored).toHaveLength(1)
  sent.destroy()
  await expect.poll(stored).toEqual([])
  expect(await api.db.$count(dataImport)).toBe(0)
})

test('an import writes in the data scope of its sender alone, and is taken back whole or in part', async () => {
  const api = await startImports()
  const ids = await addOrganizations(api.call)

  // An import is taken back whole; rows that were changed since stop that, or stay.
  {
    const { db, call, bring, begin } = api
    const { view, job } = await bring(`${head}\nS1,Changed,学校,D1\nX1,First,学校,D1\nX2,Second,学校,D1\n`)
    expect(job).toMatchObject({ about: { resource: 'organization', importId: view.id } })
    const [x1] = await db.select().from(organization).where(sql`code = 'X1'`)
    await call('POST', '/adminApi/organization/edit', { id: x1?.id, version: x1?.version, contact: 'Somebody' })
    expect(await begin('importUndo', { id: view.id })).toMatchObject({
      state: 'failed',
      message: 'This cannot be undone. First: It has been changed since by admin',
    })
    expect(await db.$count(organization, sql`code in ('X1', 'X2')`)).toBe(2)
    const report = async () => (await call('GET', `/adminApi/organization/importReport?id=${view.id}`)).data
    expect(await report()).toMatchObject({ undone: false })
    expect(await begin('importUndo', { id: view.id, partial: true })).toMatchObject({
      state: 'done',
      kind: 'import-undo',
      result: { undone: 2, left: 1, removed: 1, restored: 0, changed: 1 },
      message:
        'Undone: 1 added record was removed, 1 changed record has its earlier values again. 1 record stays as it is',
    })
    const rows = await db.select({ code: organization.code, name: organization.name }).from(organization)
    expect(rows.map(({ code }) => code).sort()).toEqual(['B', 'D1', 'D2', 'S1', 'S2', 'X1'])
    expect(rows).toContainEqual({ code: 'S1', name: 'Name S1' })
    // The rest can go as soon as nothing stands in its way any more.
    expect(await report()).toMatchObject({ undone: false })
    await call('POST', '/adminApi/organization/edit', { id: x1?.id, contact: '' })
    expect(await begin('importUndo', { id: view.id })).toMatchObject({ result: { undone: 1, left: 0, removed: 1 } })
    expect(await report()).toMatchObject({ undone: true })
    expect(await call('POST', '/adminApi/organization/importUndo', { id: view.id })).toMatchObject({ code: 409 })
  }

  // Rows outside of the data scope are refused, new ones and those that are there.
  {
    await addOfficer(api, {
      username: 'officer',
      nodes: [...importNodes],
      scope: 'orgBelow',
      deptId: ids.D1,
    })
    const officer = importer(api, await api.signIn('admin', 'officer'))
    const { data: view } = await officer.send(
      `${head}\nS1,Changed,学校,D1\nS2,Stolen,学校,D1\nN1,New here,学校,D1\nN2,New there,学校,D2\nN3,New on top,学校,\n`,
    )
    const plan = officer.planOf(view)
    expect(await officer.check(view.id, plan)).toMatchObject({ result: { counts: { new: 1, changed: 1, refused: 3 } } })
    const refused = (await officer.rows(view.id, 'refused')).list
    expect(refused.map(({ row, errors }) => [row, errors.map(({ field }) => field)])).toEqual([
      [3, ['code']],
      [5, ['pid']],
      [6, [expect.any(String)]],
    ])
    await officer.run(view.id, plan, true)
    const names = await api.db.select({ code: organization.code, name: organization.name }).from(organization)
    expect(names.map(({ code }) => code).sort()).toEqual(['B', 'D1', 'D2', 'N1', 'S1', 'S2'])
    expect(names).toContainEqual({ code: 'S2', name: 'Name S2' })
  }

  // A row that the database itself puts out of its author's scope undoes the import.
  {
    const nodes = ['baseInfo/organization/index', 'baseInfo/organization/add'] as const
    await addOfficer(api, { username: 'adder', nodes: [...nodes], scope: 'orgBelow', deptId: ids.D1 })
    // A trigger moves the row. The written row then differs from the row that was checked.
    await api.db.execute(
      sql.raw(`create function elsewhere() returns trigger language plpgsql as
      $$ begin new.pid := ${ids.D2}; return new; end $$`),
    )
    await api.db.execute(sql`create trigger a_elsewhere before insert on organization for each row
      when (new.code = 'T1') execute function elsewhere()`)
    const officer = importer(api, await api.signIn('admin', 'adder'))
    const { data: view } = await officer.send(`${head}\nT0,Good,学校,D1\nT1,Moved,学校,D1\n`)
    const job = await officer.run(view.id, officer.planOf(view))
    expect(job).toMatchObject({ state: 'failed', message: 'Outside your data scope' })
    expect(await api.db.$count(organization, sql`code in ('T0', 'T1')`)).toBe(0)
  }
})

test('an import that needs the whole table lets other writers pass while it waits for it', async () => {
  const api = await startImports()
  const call = await api.signIn()
  const { send, planOf } = importer(api, call)
  await api.db.execute(sql`insert into organization (code, name, type, sort_key)
    select 'P' || at, 'Parent ' || at, 'bureau', 'a' || lpad(at::text, 5, '0') from generate_series(1, 201) at`)
  const rows = Array.from({ length: 201 }, (_, at) => `C${at + 1},Child ${at + 1},学校,P${at + 1}`)
  const { data: view } = await send(`${head}\n${rows.join('\n')}\n`)
  const holder = await api.db.$client.connect()
  onTestFinished(() => holder.release(true))
  await holder.query(`begin; update organization set contact = 'x' where code = 'P1'`)
  const begun = await call('POST', '/adminApi/organization/importRun', { id: view.id, plan: planOf(view) })
  const { job } = begun.data as { job: number }
  const waits = sql`select 1 from pg_locks where relation = 'organization'::regclass and not granted
    and mode = 'ShareRowExclusiveLock'`
  await expect.poll(async () => (await api.db.execute(waits)).rows.length).toBe(1)
  for (const code of ['N1', 'N2', 'N3']) {
    const added = await call('POST', '/adminApi/organization/add', { code, name: code, type: 'bureau' })
    expect(added).toMatchObject({ code: 200 })
  }
  await holder.query('commit')
  await expect
    .poll(async () => ((await call('GET', `/adminApi/job/info?id=${job}`)).data as JobView).state)
    .toBe('done')
})
