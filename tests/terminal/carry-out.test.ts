import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { terminalRun } from '#src/db/terminal.table.server.ts'
import { carryOut } from '#src/features/terminal/carry-out.server.ts'
import type { Command } from '#src/features/terminal/commands.server.ts'
import { MOST_LINES } from '#src/features/terminal/output-writer.server.ts'
import { beginRun, outputAfter } from '#src/features/terminal/run-store.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { JobStop } from '#src/server/jobs/job-kind.server.ts'
import { startApi } from '../support/api.ts'
import { secret } from '../support/deps.ts'

/** A script that does not end by itself. */
const STAYS = `require('node:net').createServer().listen(0)`

/** Carries out a run of one Node script, as a command of the table would be. */
async function carry(script: string, more: Partial<Command> = {}) {
  const data = mkdtempSync(join(tmpdir(), 'yardstick-terminal-'))
  vi.stubEnv('DATA_DIR', data)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(data, { recursive: true, force: true })
  })
  const { db } = await startApi()
  const uuid = randomId()
  const [added] = await db.insert(terminalRun).values({ uuid, command: 'test' }).returning({ id: terminalRun.id })
  const row = await beginRun(db, added?.id ?? 0)
  if (!row) throw new Error('no run')
  const command: Command = {
    key: 'test',
    group: 'checks',
    title: () => 'Test',
    takes: 'nothing',
    minutes: 5,
    plan: () => ({ copy: 'nothing', steps: [{ program: 'node', args: ['-e', script] }], keep: [] }),
    ...more,
  }
  const abort = new AbortController()
  const ended = carryOut({ db, signal: abort.signal, log: pino({ level: 'silent' }), secret }, row, command).then(
    () => 'done',
    (error: Error) => error.message,
  )
  const lines = async (after = 0) => (await outputAfter(db, row.id, after, 1_000_000)).map(({ text }) => text)
  const run = async () => (await db.select().from(terminalRun))[0]
  return { db, uuid, data, abort, ended, lines, run }
}

test('output and errors are written in order, without secrets, and with the environment of the command alone', async () => {
  vi.stubEnv('SESSION_SECRET', 'secret-of-the-whole-site-0123456789')
  const { ended, lines, run } = await carry(
    `console.log('one'); console.log(process.env.SESSION_SECRET ?? 'no secret');
     console.log('secret-of-the-whole-site-0123456789', process.cwd().split('/').at(-2)); process.stdout.write('end')`,
  )
  expect(await ended).toBe('done')
  expect((await lines()).slice(-4)).toEqual(['one', 'no secret', '•••••• work', 'end'])
  expect(await run()).toMatchObject({ state: 'success', exitCode: 0 })
})

test('a command that takes too long is ended', async () => {
  const { ended, lines, run } = await carry(`console.log('began'); ${STAYS}`, { minutes: 0.1 })
  const sentence = m.terminal_tooLong({ minutes: 0.1 })
  expect(await ended).toBe(sentence)
  expect((await lines()).slice(-2)).toEqual(['began', sentence])
  expect(await run()).toMatchObject({ state: 'failed' })
})

test('a command that writes without end is ended', async () => {
  const { ended, lines, run } = await carry(
    `let n = 0; const more = () => { while (process.stdout.write('line ' + n++ + '\\n')); process.stdout.once('drain', more) }; more()`,
  )
  expect(await ended).toBe(m.terminal_tooMuch())
  const last = (await run())?.lines ?? 0
  expect(await lines(last - 1)).toEqual([m.terminal_tooMuch()])
  expect(last).toBeLessThanOrEqual(MOST_LINES + 1)
  expect(await run()).toMatchObject({ state: 'failed' })
})

test('a command that the system ends says so', async () => {
  const { ended, run } = await carry(`process.kill(process.ppid, 'SIGKILL')`)
  expect(await ended).toBe(m.terminal_killed())
  expect(await run()).toMatchObject({ state: 'failed', exitCode: null })
})

test('who cancels ends also what ignores it, and what has left the group', async () => {
  const child = `process.on('SIGTERM', () => {}); ${STAYS}`
  const { abort, ended, lines, run, data, uuid } = await carry(
    `const { spawn } = require('node:child_process');
     const own = spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' });
     const left = spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { detached: true, stdio: 'ignore' });
     console.log('pids', own.pid, left.pid); ${child}`,
  )
  await expect.poll(() => lines()).toContainEqual(expect.stringContaining('pids'))
  const [, own, left] =
    (await lines())
      .find((line) => line.startsWith('pids'))
      ?.split(' ')
      .map(Number) ?? []
  abort.abort(new JobStop('shutdown'))
  expect(await ended).toBe('the job was stopped: shutdown')
  for (const pid of [own, left]) expect(() => process.kill(pid ?? 0, 0)).toThrow()
  expect(await run()).toMatchObject({ state: 'lost' })
  expect(existsSync(join(data, 'terminal', 'work', uuid))).toBe(false)
})
