import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#src/db/client.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { terminalOutput, terminalRun } from '#src/db/terminal.table.server.ts'
import { addOutput, beginRun, endRun, purgeRuns } from '#src/features/terminal/run-store.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { startApi } from '../support/api.ts'

const en = { locale: 'en' } as const

/** A run that has ended, with its output. */
async function addKept(db: Db, command: string, lines: readonly string[], state: 'success' | 'failed' = 'success') {
  const uuid = randomId()
  const [row] = await db.insert(terminalRun).values({ uuid, command, ownerId: 1 }).returning({ id: terminalRun.id })
  const id = row?.id ?? 0
  await beginRun(db, id)
  for (let at = 0; at < lines.length; at += 3) await addOutput(db, id, at, lines.slice(at, at + 3))
  await endRun(db, id, { state, exitCode: state === 'success' ? 0 : 1 })
  return { uuid, id }
}

test('kept runs are listed with the newest first, and found by command, name, output and state', async () => {
  const { db, signIn } = await startApi()
  const call = await signIn()
  await addKept(db, 'lint', ['All is well', '100% of it'])
  const failed = await addKept(db, 'typecheck', ['src/a.ts: error TS2322', 'wrong_one'], 'failed')
  const list = async (query = '') => {
    const { data } = await call('GET', `/adminApi/terminal/index?${query}`)
    return data as { list: { command: string; title: string; state: string }[]; total: number }
  }
  expect((await list()).list.map(({ command }) => command)).toEqual(['typecheck', 'lint'])
  expect((await list()).list[0]).toMatchObject({
    uuid: failed.uuid,
    title: m.terminal_commandTypecheck({}, en),
    state: 'failed',
    exitCode: 1,
    lines: 2,
    createBy: 1,
    createByName: 'admin',
  })
  const found = async (query: string) => (await list(query)).list.map(({ command }) => command)
  expect(await found('quickSearch=ts2322')).toEqual(['typecheck'])
  expect(await found('quickSearch=LINT')).toEqual(['lint'])
  expect(await found('quickSearch=ADMIN')).toEqual(['typecheck', 'lint'])
  expect(await found(`quickSearch=${encodeURIComponent('0% o')}`)).toEqual(['lint'])
  expect(await found(`quickSearch=${encodeURIComponent('%')}`)).toEqual(['lint'])
  expect(await found('quickSearch=wrong_')).toEqual(['typecheck'])
  expect(await found('state=success')).toEqual(['lint'])
  expect(await found('command=lint&state=failed')).toEqual([])
  expect(await list('limit=1&page=2')).toMatchObject({ list: [{ command: 'lint' }], total: 2 })
})

test('output is read in pieces, searched without its colours, and downloaded as plain text', async () => {
  const { api, db, signIn } = await startApi()
  const call = await signIn()
  const lines = Array.from({ length: 10 }, (_, at) => `line ${at + 1}`)
  lines[4] = '\x1b[31mred\x1b[0m_5\x1b[0m'
  const { uuid } = await addKept(db, 'lint', lines)
  const read = async (query: string) => (await call('GET', `/adminApi/terminal/output?uuid=${uuid}&${query}`)).data
  expect(await read('after=3&limit=3')).toEqual({
    lines: [4, 5, 6].map((number) => ({ number, text: lines[number - 1] })),
    total: 10,
  })
  expect(await read('after=10')).toEqual({ lines: [], total: 10 })
  expect(await read('search=red_')).toEqual({ lines: [{ number: 5, text: lines[4] }], total: 10 })
  expect(await read(`search=${encodeURIComponent('ＲＥＤ＿')}`)).toMatchObject({ lines: [{ number: 5 }] })
  expect(await read('search=.')).toEqual({ lines: [], total: 10 })
  expect(await read('search=31m')).toEqual({ lines: [], total: 10 })
  expect(await read('search=line%201')).toMatchObject({ lines: [{ number: 1 }, { number: 10 }] })
  expect(await read('search=line%201&after=1')).toMatchObject({ lines: [{ number: 10 }] })
  const headers = { authorization: `Bearer ${call.tokens.access_token}` }
  const file = await api.request(`/admin/Terminal/download?uuid=${uuid}`, { headers })
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="lint \d{8} \d{6}\.txt"/)
  expect(await file.text()).toBe(`${lines.with(4, 'red_5').join('\n')}\n`)
})

test('what is not kept cannot be read', async () => {
  const { signIn, api } = await startApi()
  const call = await signIn()
  const uuid = randomId()
  const msg = m.terminal_runMissing({}, en)
  expect(await call('GET', `/adminApi/terminal/output?uuid=${uuid}`)).toMatchObject({ code: 404, msg })
  expect(await call('POST', '/adminApi/terminal/cancel', { uuid })).toMatchObject({ code: 404, msg })
  const headers = { authorization: `Bearer ${call.tokens.access_token}` }
  expect((await api.request(`/admin/Terminal/download?uuid=${uuid}`, { headers })).status).toBe(404)
})

test('old runs are removed with their output', async () => {
  const { db } = await startApi()
  const old = await addKept(db, 'lint', ['old'])
  await addKept(db, 'lint', ['young'])
  await db.execute(sql`update terminal_run set end_time = now() - interval '91 days' where id = ${old.id}`)
  await purgeRuns(db, 90)
  expect(await db.select({ text: terminalOutput.text }).from(terminalOutput)).toEqual([{ text: 'young' }])
})

test('lines of a run that has ended are not taken', async () => {
  const { db } = await startApi()
  const { id } = await addKept(db, 'lint', ['one'])
  expect(await addOutput(db, id, 1, ['two'])).toBe(false)
  await endRun(db, id, { state: 'lost' })
  expect(await db.select({ state: terminalRun.state, lines: terminalRun.lines }).from(terminalRun)).toEqual([
    { state: 'success', lines: 1 },
  ])
})

test('package manager and port are stored, recorded once, and told', async () => {
  const { db, signIn } = await startApi()
  const call = await signIn()
  const info = async () => (await call('GET', '/adminApi/terminal/info')).data
  expect(await info()).toMatchObject({ packageManager: 'pnpm', port: 8000, startCommand: 'PORT=8000 npm start' })
  const change = (body: object) => call('POST', '/admin/ajax/changeTerminalConfig', body)
  expect((await change({ manager: 'yarn' })).data).toEqual({ manager: 'yarn', port: 8000 })
  expect((await change({ port: 9000 })).data).toEqual({ manager: 'yarn', port: 9000 })
  expect((await change({ port: 9000, manager: 'none' })).data).toEqual({ manager: 'none', port: 9000 })
  expect(await info()).toMatchObject({ packageManager: 'none', port: 9000, urls: ['http://localhost:9000/admin'] })
  const { rows } = await db.execute(
    sql`select count(*)::int as changes from change join config c on c.id = row_id
      where table_name = 'config' and c.name = 'terminalPort'`,
  )
  // That of the seed, and one: what stays the same is no change.
  expect(rows).toEqual([{ changes: 2 }])
  for (const port of [0, 65_536, 1.5, 'x']) expect((await change({ port })).code).toBe(422)
  expect(await change({ manager: 'composer' })).toMatchObject({
    code: 422,
    data: { errors: { manager: [m.terminal_managerUnknown({}, en)] } },
  })
  expect(await db.select().from(config).where(sql`name in ('terminalPort', 'terminalPackageManager')`)).toHaveLength(2)
})

test('the commands are told with their titles, in the language of the request', async () => {
  const { signIn } = await startApi()
  const call = await signIn()
  const titlesIn = async (language: string) => {
    const { data } = await call('GET', '/adminApi/terminal/info', undefined, { 'accept-language': language })
    return (data as { commands: { key: string; title: string; group: string; takes: string }[] }).commands
  }
  const english = await titlesIn('en')
  expect(english.map(({ key, title }) => `${key}: ${title}`)).toEqual([
    'versions: Show the versions',
    'version.npm: Show the version of npm',
    'version.cnpm: Show the version of cnpm',
    'version.pnpm: Show the version of pnpm',
    'version.yarn: Show the version of yarn',
    'version.ni: Show the version of ni',
    'check.npm: Check packages with npm',
    'install.npm: Install packages with npm',
    'check.cnpm: Check packages with cnpm',
    'install.cnpm: Install packages with cnpm',
    'check.pnpm: Check packages with pnpm',
    'install.pnpm: Install packages with pnpm',
    'check.yarn: Check packages with yarn',
    'install.yarn: Install packages with yarn',
    'check.ni: Check packages with ni',
    'install.ni: Install packages with ni',
    'registry: Set the package registry',
    'typecheck: Check the types',
    'lint: Lint the code',
    'test: Run the tests',
    'build: Build the product',
    'migrations: Show pending migrations',
    'backup: Back up the data',
    'verify-log: Verify the admin log',
  ])
  expect([...new Set(english.map(({ group }) => group))]).toEqual(['Versions', 'Packages', 'Checks', 'Build', 'Data'])
  expect((await titlesIn('zh-CN')).find(({ key }) => key === 'test')?.title).toBe('运行测试')
})
