import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { job } from '#src/db/job.table.server.ts'
import { notice } from '#src/db/notice.table.server.ts'
import { proof } from '#src/db/session.table.server.ts'
import { terminalRun } from '#src/db/terminal.table.server.ts'
import { terminalJob } from '#src/features/terminal/terminal.jobs.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { renewEnv } from '#src/lib/env.ts'
import { randomId } from '#src/lib/random-id.ts'
import { startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { askStream, openTask, startTerminal, textsOf } from '../support/terminal.ts'

const en = { locale: 'en' } as const
/** A command that takes longer than a test: npm fetches every package of the product. */
const LONG = 'check.npm'
const isEnd = ({ data }: { data: string }) => data === 'command-exec-completed'

test('a command begins, tells its output, and succeeds; who comes later hears the same, and it ran once', async () => {
  const { api, call, db, dir } = await startTerminal()
  const uuid = randomId()
  const first = await openTask(api, call, { uuid, command: 'versions' })
  const second = await openTask(api, call, { uuid, command: 'versions' })
  const heard = await first.rest()
  const texts = textsOf(heard)
  expect(texts[0]).toBe('command-link-success')
  expect(texts.some((line) => /^Yardstick \d+\.\d+\.\d+, Node\.js v\d+/.test(line))).toBe(true)
  expect(texts.slice(-2)).toEqual(['command-exec-success', 'command-exec-completed'])
  expect(heard.map(({ id }) => id)).toEqual(heard.map((_, at) => at + 1))
  expect(await second.rest()).toEqual(heard)
  const later = await openTask(api, call, { uuid, command: 'versions' })
  expect(await later.rest()).toEqual(heard)
  expect(await db.select({ state: terminalRun.state }).from(terminalRun)).toEqual([{ state: 'success' }])
  const states = () => db.select({ kind: job.kind, state: job.state }).from(job)
  await expect.poll(states).toEqual([{ kind: 'terminal', state: 'done' }])
  const title = m.terminal_jobTitle({ command: m.terminal_commandVersions({}, en) }, en)
  const { data } = await call('GET', '/adminApi/job/index')
  expect(data).toMatchObject({ list: [{ title, message: m.terminal_jobDone({}, en) }] })
  // Whoever started it still looks at it.
  expect(await db.select().from(notice)).toEqual([])
  expect(readdirSync(join(dir, 'work'))).toEqual([])
})

test('many requests of one task at once start it once', async () => {
  const { api, call, db } = await startTerminal()
  const uuid = randomId()
  const streams = await Promise.all(Array.from({ length: 8 }, () => openTask(api, call, { uuid, command: 'versions' })))
  const [first, ...others] = await Promise.all(streams.map((stream) => stream.rest()))
  for (const one of others) expect(one).toEqual(first)
  expect(await db.select().from(terminalRun)).toHaveLength(1)
  expect(await db.select().from(job)).toHaveLength(1)
})

test('a dropped stream goes on after the last message, by the header or by the query', async () => {
  const { api, call } = await startTerminal()
  const uuid = randomId()
  const whole = await (await openTask(api, call, { uuid, command: 'versions' })).rest()
  const byHeader = await openTask(api, call, { uuid, command: 'versions' }, { 'last-event-id': '2' })
  expect(await byHeader.rest()).toEqual(whole.slice(2))
  const byQuery = await openTask(api, call, { uuid, command: 'versions', lastEventId: 1 })
  expect(await byQuery.rest()).toEqual(whole.slice(1))
  const atEnd = await openTask(api, call, { uuid, command: 'versions', lastEventId: whole.length })
  expect(await atEnd.rest()).toEqual([])
})

test('a command that fails says so, keeps its output, and its job has failed', async () => {
  const { api, call, db } = await startTerminal()
  const uuid = randomId()
  const task = await openTask(api, call, {
    uuid,
    command: 'check.npm',
    extend: JSON.stringify({ packages: ['yardstick-no-such-package-0815@9.9.9'] }),
  })
  const texts = textsOf(await task.rest())
  expect(texts.join('\n')).toContain('yardstick-no-such-package-0815')
  expect(texts.at(-3)).toMatch(/^The command failed with exit code \d+\.$/)
  expect(texts.slice(-2)).toEqual(['command-exec-error', 'command-exec-completed'])
  await expect.poll(() => db.select({ state: job.state }).from(job)).toEqual([{ state: 'failed' }])
  const { data } = await call('GET', `/adminApi/terminal/state?uuids[]=${uuid}&uuids[]=${randomId()}`)
  expect(data).toMatchObject({ list: [{ uuid, state: 'failed' }] })
})

test('cancelling ends the command with everything that it has started', async () => {
  const { api, call, dir } = await startTerminal()
  const uuid = randomId()
  const task = await openTask(api, call, { uuid, command: LONG })
  // The run, and npm.
  await expect.poll(async () => (await processesOf(uuid)).length).toBeGreaterThanOrEqual(2)
  const { code, msg } = await call('POST', '/adminApi/terminal/cancel', { uuid })
  expect([code, msg]).toEqual([200, m.terminal_cancelling({}, en)])
  const texts = textsOf(await task.rest())
  expect(texts.slice(-3)).toEqual([m.terminal_cancelled({}, en), 'command-exec-error', 'command-exec-completed'])
  expect(await processesOf(uuid)).toEqual([])
  expect(existsSync(join(dir, 'work', uuid))).toBe(false)
  const again = await call('POST', '/adminApi/terminal/cancel', { uuid })
  expect([again.code, again.msg]).toEqual([409, m.terminal_over({}, en)])
  const { data } = await call('GET', `/adminApi/terminal/state?uuids[]=${uuid}`)
  expect(data).toMatchObject({ list: [{ state: 'cancelled' }] })
})

test('a command that waits for another one is cancelled before it begins', async () => {
  const { api, call, db } = await startTerminal()
  const [long, waits] = [randomId(), randomId()]
  const first = await openTask(api, call, { uuid: long, command: LONG })
  await first.next(({ data }) => data === 'command-link-success')
  const second = await openTask(api, call, { uuid: waits, command: 'versions' })
  expect((await call('GET', `/adminApi/terminal/state?uuids[]=${waits}`)).data).toMatchObject({
    list: [{ state: 'waiting' }],
  })
  await call('POST', '/adminApi/terminal/cancel', { uuid: waits })
  expect(textsOf(await second.rest())).toEqual(['command-exec-error', 'command-exec-completed'])
  await call('POST', '/adminApi/terminal/cancel', { uuid: long })
  await first.rest()
  const rows = await db.select({ uuid: terminalRun.uuid, start: terminalRun.startTime }).from(terminalRun)
  expect(rows.find((row) => row.uuid === waits)?.start).toBeNull()
})

test('when the process that runs a command ends, nobody knows how the command ended, and it is not run again', async () => {
  const { api, call, db, jobs } = await startTerminal()
  const uuid = randomId()
  const task = await openTask(api, call, { uuid, command: LONG })
  await task.next(({ data }) => data === 'command-link-success')
  await jobs.stop()
  await task.rest()
  expect(await processesOf(uuid)).toEqual([])
  const after = await openTask(api, call, { uuid, command: LONG })
  const heard = await after.rest()
  expect(heard.at(-1)?.event).toBe('lost')
  expect(heard.some(isEnd)).toBe(false)
  expect(await db.select({ state: terminalRun.state }).from(terminalRun)).toEqual([{ state: 'lost' }])
})

test('a run whose process was killed counts as lost once it has been silent', async () => {
  const { api, call, db } = await startTerminal()
  const uuid = randomId()
  const ended = await (await openTask(api, call, { uuid, command: 'versions' })).rest()
  // As a killed process leaves it.
  await db.update(terminalRun).set({ state: 'running', endTime: null })
  await db.update(job).set({ state: 'running', endTime: null, heartbeatTime: sql`now() - interval '16 s'` })
  const task = await openTask(api, call, { uuid, command: 'versions', lastEventId: ended.length - 2 })
  expect((await task.rest()).map(({ event }) => event)).toEqual(['lost'])
})

test('the stream ends when the account is no super administrator any more', async () => {
  const { api, call, db, signIn } = await startTerminal()
  await addOfficer({ db }, { username: 'second', nodes: [], scope: 'all' })
  await db.execute(sql`update account set super = true where username = 'second'`)
  const second = await signIn('admin', 'second')
  const uuid = randomId()
  const task = await openTask(api, second, { uuid, command: LONG })
  await task.next(({ data }) => data === 'command-link-success')
  await db.execute(sql`update account set super = false where username = 'second'`)
  expect((await task.rest()).some(isEnd)).toBe(false)
  expect((await askStream(api, second, { uuid, command: LONG })).status).toBe(403)
  await call('POST', '/adminApi/terminal/cancel', { uuid })
})

test('a command needs a fresh proof, looking at it does not', async () => {
  const { api, call, db } = await startTerminal()
  const uuid = randomId()
  await (await openTask(api, call, { uuid, command: 'versions' })).rest()
  await db.delete(proof)
  const refused = await askStream(api, call, { command: 'versions' })
  expect([refused.status, (await refused.json()).data]).toEqual([403, { reason: 'stepUp', ways: ['password'] }])
  expect((await call('POST', '/adminApi/terminal/ready', { command: 'versions', extend: '' })).data).toMatchObject({
    reason: 'stepUp',
  })
  expect(textsOf(await (await openTask(api, call, { uuid, command: 'versions' })).rest()).at(-1)).toBe(
    'command-exec-completed',
  )
  expect(await db.select().from(terminalRun)).toHaveLength(1)
})

test('only super administrators reach the terminal, and only in a sign-in of their own', async () => {
  const { api, call, db, signIn } = await startTerminal()
  await addOfficer({ db }, { username: 'officer', nodes: [], scope: 'all' })
  const officer = await signIn('admin', 'officer')
  expect((await askStream(api, officer, { command: 'versions' })).status).toBe(403)
  expect((await officer('POST', '/adminApi/terminal/ready', { command: 'versions' })).code).toBe(403)
  expect((await officer('GET', '/adminApi/terminal/index')).code).toBe(403)
  expect((await officer('POST', '/admin/ajax/changeTerminalConfig', { port: 9000 })).code).toBe(403)
  expect((await api.request(`/admin/Terminal/index?command=versions&uuid=${randomId()}`)).status).toBe(401)
  expect((await call('POST', '/adminApi/terminal/ready', { command: 'versions' })).code).toBe(200)
  expect(await db.select().from(terminalRun)).toEqual([])
})

test('a request for the headers alone starts nothing', async () => {
  const { api, call, db } = await startTerminal()
  const headers = { authorization: `Bearer ${call.tokens.access_token}`, 'x-proof': call.proof ?? '' }
  const path = `/admin/Terminal/index?command=versions&uuid=${randomId()}`
  expect((await api.request(path, { method: 'HEAD', headers })).status).toBe(200)
  expect(await db.select().from(terminalRun)).toEqual([])
})

test.each([
  ['ls', '', m.terminal_unknown({ command: 'ls' }, en)],
  ['versions;id', '', m.terminal_unknown({ command: 'versions;id' }, en)],
  ['constructor', '', m.terminal_unknown({ command: 'constructor' }, en)],
  ['versions', '$(id)', m.terminal_extendWrong({}, en)],
  ['install.npm', 'left-pad', m.terminal_extendWrong({}, en)],
  ['install.npm', '{"packages":["--global"]}', m.terminal_packageWrong({ name: '--global' }, en)],
])('%s %s is refused, in words', async (command, extend, msg) => {
  const { api, call, db } = await startTerminal()
  const response = await askStream(api, call, { command, extend })
  expect([response.status, (await response.json()).msg]).toEqual([400, msg])
  expect(await call('POST', '/adminApi/terminal/ready', { command, extend })).toMatchObject({ code: 400, msg })
  expect(await db.select().from(terminalRun)).toEqual([])
})

test('the id of one task cannot name another command', async () => {
  const { api, call } = await startTerminal()
  const uuid = randomId()
  await (await openTask(api, call, { uuid, command: 'versions' })).rest()
  const response = await askStream(api, call, { uuid, command: 'version.npm' })
  expect([response.status, (await response.json()).msg]).toEqual([409, m.terminal_idTaken({}, en)])
})

test('a registry is set only when the configuration names one', async () => {
  const { call } = await startTerminal()
  const ask = () => call('POST', '/adminApi/terminal/ready', { command: 'registry' })
  expect(await ask()).toMatchObject({ code: 409, msg: m.terminal_noRegistry({}, en) })
  const edit = (terminalRegistry: string) => call('POST', '/adminApi/config/edit', { values: { terminalRegistry } })
  const secret = await edit('https://reader:s3cret@registry.example/')
  expect(secret).toMatchObject({
    code: 422,
    data: { errors: { terminalRegistry: [m.config_registrySecret({}, en)] } },
  })
  expect(await edit('not an address')).toMatchObject({ code: 422 })
  expect((await edit('https://registry.example/')).code).toBe(200)
  expect((await ask()).code).toBe(200)
})

test('a start is in the admin log with who and what', async () => {
  const { api, call, db } = await startTerminal()
  await (await openTask(api, call, { command: 'versions' })).rest()
  const { rows } = await db.execute(
    sql`select username, event, query ->> 'command' as command, message from admin_log where path = '/admin/Terminal/index'`,
  )
  expect(rows).toEqual([
    { username: 'admin', event: 'write', command: 'versions', message: m.terminal_started({}, en) },
  ])
})

test('with TERMINAL=off there is no terminal at all', async () => {
  vi.stubEnv('TERMINAL', 'off')
  renewEnv()
  try {
    const { api, db, jobs, signIn } = await startApi()
    const call = await signIn()
    expect((await askStream(api, call, { command: 'versions' })).status).toBe(404)
    for (const path of ['state', 'index', 'output', 'info'])
      expect((await call('GET', `/adminApi/terminal/${path}`)).code).toBe(404)
    for (const path of ['/adminApi/terminal/ready', '/adminApi/terminal/cancel', '/admin/ajax/changeTerminalConfig'])
      expect((await call('POST', path, {})).code).toBe(404)
    expect((await call('GET', '/api/site')).data).toMatchObject({ terminal: false })
    const document = await (await api.request('/api/openapi.json')).text()
    expect(document).not.toMatch(/terminal\/|changeTerminalConfig|"terminal","description/i)
    expect(JSON.stringify((await call('GET', '/adminApi/config/index')).data)).not.toMatch(/terminal/i)
    // What had been added before does not run.
    const [run] = await db
      .insert(terminalRun)
      .values({ uuid: randomId(), command: 'versions', ownerId: 1 })
      .returning({ id: terminalRun.id })
    const starter = { author: { id: 1, name: 'admin', address: '', requestId: '' }, locale: 'en' } as const
    await jobs.enqueue(db, terminalJob, { runId: run?.id ?? 0, command: 'versions' }, starter)
    await jobs.start()
    const ends = () => db.select({ state: job.state, message: job.message }).from(job)
    await expect.poll(ends).toEqual([{ state: 'failed', message: m.terminal_none({}, en) }])
  } finally {
    vi.unstubAllEnvs()
    renewEnv()
  }
})

/** The processes that a run has left. */
async function processesOf(uuid: string): Promise<string[]> {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const environments = await Promise.all(
    ids.map(async (id) => [id, await readFile(`/proc/${id}/environ`, 'latin1').catch(() => '')] as const),
  )
  return environments.filter(([, environment]) => environment.includes(uuid)).map(([id]) => id)
}
