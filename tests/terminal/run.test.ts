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

test('a command runs once, all who look hear the same, also after a break; it needs a proof and is in the log', async () => {
  const { api, call, db, dir } = await startTerminal()
  const uuid = randomId()
  const task = { uuid, command: 'versions' }
  const streams = await Promise.all(Array.from({ length: 4 }, () => openTask(api, call, task)))
  const [heard = [], ...others] = await Promise.all(streams.map((stream) => stream.rest()))
  const texts = textsOf(heard)
  expect(texts[0]).toBe('command-link-success')
  expect(texts.some((line) => /^Yardstick \d+\.\d+\.\d+, Node\.js v\d+/.test(line))).toBe(true)
  expect(texts.slice(-2)).toEqual(['command-exec-success', 'command-exec-completed'])
  expect(heard.map(({ id }) => id)).toEqual(heard.map((_, at) => at + 1))
  for (const one of others) expect(one).toEqual(heard)
  const later = await openTask(api, call, task)
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

  // A dropped stream goes on after the last message, by the header or by the query.
  const byHeader = await openTask(api, call, task, { 'last-event-id': '2' })
  expect(await byHeader.rest()).toEqual(heard.slice(2))
  const byQuery = await openTask(api, call, { ...task, lastEventId: 1 })
  expect(await byQuery.rest()).toEqual(heard.slice(1))
  const atEnd = await openTask(api, call, { ...task, lastEventId: heard.length })
  expect(await atEnd.rest()).toEqual([])

  // The start is in the admin log with who and what.
  const { rows } = await db.execute(
    sql`select username, event, query ->> 'command' as command, message from admin_log
      where path = '/admin/Terminal/index' and message = ${m.terminal_started({}, en)}`,
  )
  expect(rows).toEqual([
    { username: 'admin', event: 'write', command: 'versions', message: m.terminal_started({}, en) },
  ])

  // The id of one task cannot name another command.
  const response = await askStream(api, call, { uuid, command: 'version.npm' })
  expect([response.status, (await response.json()).msg]).toEqual([409, m.terminal_idTaken({}, en)])

  // A command needs a fresh proof, looking at it does not.
  await db.delete(proof)
  const refused = await askStream(api, call, { command: 'versions' })
  expect([refused.status, (await refused.json()).data]).toEqual([403, { reason: 'stepUp', ways: ['password'] }])
  expect((await call('POST', '/adminApi/terminal/ready', { command: 'versions', extend: '' })).data).toMatchObject({
    reason: 'stepUp',
  })
  expect(textsOf(await (await openTask(api, call, task)).rest()).at(-1)).toBe('command-exec-completed')
  expect(await db.select().from(terminalRun)).toHaveLength(1)

  // A run whose process was killed counts as lost once it has been silent. So does a killed process leave it.
  await db.update(terminalRun).set({ state: 'running', endTime: null })
  await db.update(job).set({ state: 'running', endTime: null, heartbeatTime: sql`now() - interval '16 s'` })
  const silent = await openTask(api, call, { ...task, lastEventId: heard.length - 2 })
  expect((await silent.rest()).map(({ event }) => event)).toEqual(['lost'])
})

test('a command fails, is cancelled with all that it started or before it begins, and is lost with its process', async () => {
  const { api, call, db, dir, jobs, signIn } = await startTerminal()
  const failing = randomId()
  const failed = await openTask(api, call, {
    uuid: failing,
    command: 'check.npm',
    extend: JSON.stringify({ packages: ['yardstick-no-such-package-0815@9.9.9'] }),
  })
  const said = textsOf(await failed.rest())
  expect(said.join('\n')).toContain('yardstick-no-such-package-0815')
  expect(said.at(-3)).toMatch(/^The command failed with exit code \d+\.$/)
  expect(said.slice(-2)).toEqual(['command-exec-error', 'command-exec-completed'])
  await expect.poll(() => db.select({ state: job.state }).from(job)).toEqual([{ state: 'failed' }])
  const stateOf = async (uuid: string) =>
    (await call('GET', `/adminApi/terminal/state?uuids[]=${uuid}&uuids[]=${randomId()}`)).data
  expect(await stateOf(failing)).toMatchObject({ list: [{ uuid: failing, state: 'failed' }] })

  // The stream ends when the account is no super administrator any more.
  await addOfficer({ db }, { username: 'second', nodes: [], scope: 'all' })
  await db.execute(sql`update account set super = true where username = 'second'`)
  const second = await signIn('admin', 'second')
  const uuid = randomId()
  const theirs = await openTask(api, second, { uuid, command: LONG })
  await theirs.next(({ data }) => data === 'command-link-success')
  await db.execute(sql`update account set super = false where username = 'second'`)
  expect((await theirs.rest()).some(isEnd)).toBe(false)
  expect((await askStream(api, second, { uuid, command: LONG })).status).toBe(403)

  // A command that waits for another one is cancelled before it begins.
  const waits = randomId()
  const waiting = await openTask(api, call, { uuid: waits, command: 'versions' })
  expect(await stateOf(waits)).toMatchObject({ list: [{ state: 'waiting' }] })
  await call('POST', '/adminApi/terminal/cancel', { uuid: waits })
  expect(textsOf(await waiting.rest())).toEqual(['command-exec-error', 'command-exec-completed'])

  // Cancelling ends the command with everything that it has started: the run, and npm.
  const task = await openTask(api, call, { uuid, command: LONG })
  await expect.poll(async () => (await processesOf(uuid)).length).toBeGreaterThanOrEqual(2)
  const { code, msg } = await call('POST', '/adminApi/terminal/cancel', { uuid })
  expect([code, msg]).toEqual([200, m.terminal_cancelling({}, en)])
  const texts = textsOf(await task.rest())
  expect(texts.slice(-3)).toEqual([m.terminal_cancelled({}, en), 'command-exec-error', 'command-exec-completed'])
  expect(await processesOf(uuid)).toEqual([])
  expect(existsSync(join(dir, 'work', uuid))).toBe(false)
  const again = await call('POST', '/adminApi/terminal/cancel', { uuid })
  expect([again.code, again.msg]).toEqual([409, m.terminal_over({}, en)])
  expect(await stateOf(uuid)).toMatchObject({ list: [{ state: 'cancelled' }] })
  const rows = await db.select({ uuid: terminalRun.uuid, start: terminalRun.startTime }).from(terminalRun)
  expect(rows.find((row) => row.uuid === waits)?.start).toBeNull()

  // When the process that runs a command ends, nobody knows how the command ended, and it is not run again.
  const lost = randomId()
  const running = await openTask(api, call, { uuid: lost, command: LONG })
  await running.next(({ data }) => data === 'command-link-success')
  await jobs.stop()
  await running.rest()
  expect(await processesOf(lost)).toEqual([])
  const after = await openTask(api, call, { uuid: lost, command: LONG })
  const heard = await after.rest()
  expect(heard.at(-1)?.event).toBe('lost')
  expect(heard.some(isEnd)).toBe(false)
  expect(await stateOf(lost)).toMatchObject({ list: [{ state: 'lost' }] })
  expect(await db.select().from(terminalRun)).toHaveLength(4)
})

test('nothing runs of what is no command, for whoever is no super administrator, or by a request for the headers', async () => {
  const { api, call, db, signIn } = await startTerminal()
  await addOfficer({ db }, { username: 'officer', nodes: [], scope: 'all' })
  const officer = await signIn('admin', 'officer')
  expect((await askStream(api, officer, { command: 'versions' })).status).toBe(403)
  expect((await officer('POST', '/adminApi/terminal/ready', { command: 'versions' })).code).toBe(403)
  expect((await officer('GET', '/adminApi/terminal/index')).code).toBe(403)
  expect((await officer('POST', '/admin/ajax/changeTerminalConfig', { port: 9000 })).code).toBe(403)
  expect((await api.request(`/admin/Terminal/index?command=versions&uuid=${randomId()}`)).status).toBe(401)
  expect((await call('POST', '/adminApi/terminal/ready', { command: 'versions' })).code).toBe(200)
  const headers = { authorization: `Bearer ${call.tokens.access_token}`, 'x-proof': call.proof ?? '' }
  const path = `/admin/Terminal/index?command=versions&uuid=${randomId()}`
  expect((await api.request(path, { method: 'HEAD', headers })).status).toBe(200)
  for (const [command, extend, msg] of [
    ['ls', '', m.terminal_unknown({ command: 'ls' }, en)],
    ['versions;id', '', m.terminal_unknown({ command: 'versions;id' }, en)],
    ['constructor', '', m.terminal_unknown({ command: 'constructor' }, en)],
    ['versions', '$(id)', m.terminal_extendWrong({}, en)],
    ['install.npm', 'left-pad', m.terminal_extendWrong({}, en)],
    ['install.npm', '{"packages":["--global"]}', m.terminal_packageWrong({ name: '--global' }, en)],
  ]) {
    const response = await askStream(api, call, { command: command ?? '', extend })
    expect([response.status, (await response.json()).msg]).toEqual([400, msg])
    expect(await call('POST', '/adminApi/terminal/ready', { command, extend })).toMatchObject({ code: 400, msg })
  }
  expect(await db.select().from(terminalRun)).toEqual([])

  // A registry is set only when the configuration names one.
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
