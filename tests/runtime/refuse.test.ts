import { spawnSync } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { preparedDirectory, runScript, startInstance, temporaryDirectory } from './support/instance.ts'
import { postmasterOf } from './support/processes.ts'

const isRoot = process.getuid?.() === 0

/** Expects one message on the last line, no stack trace, and exit code 1. */
function expectSentence({ code, output }: { code: number | null; output: string }, sentence: RegExp) {
  const last = output.trim().split('\n').at(-1) ?? ''
  expect(last).toMatch(sentence)
  expect(output, 'no stack trace').not.toMatch(/\n\s+at /)
  expect(code).toBe(1)
}

test('a second instance on a data directory is refused; a lock whose process id belongs to something else is not', async () => {
  const dataDir = await preparedDirectory()
  const first = await startInstance({ dataDir })
  const postmaster = await postmasterOf(dataDir)
  const sentence = new RegExp(
    `^Yardstick is already running on the data directory ${dataDir} \\(process ${first.pid}\\)`,
  )
  expectSentence(await runScript('start', [], { dataDir }), sentence)
  expect(await postmasterOf(dataDir)).toBe(postmaster)
  expect((await fetch(`${first.url}/healthz`)).status, 'the first goes on').toBe(200)
  const lock = await readFile(join(dataDir, 'yardstick.lock'), 'utf8')
  const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  first.kill('SIGTERM')
  await first.finished
  // As after a crash of the machine: both files name a running process that has nothing to do with the product.
  await writeFile(join(dataDir, 'yardstick.lock'), JSON.stringify({ ...JSON.parse(lock), pid: process.pid }))
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)))
  const second = await startInstance({ dataDir })
  expect((await fetch(`${second.url}/healthz`)).status).toBe(200)
})

test('of two instances that start at once one is refused', async () => {
  const dataDir = await temporaryDirectory()
  const results = await Promise.allSettled([startInstance({ dataDir }), startInstance({ dataDir })])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a port that is taken', async () => {
  const dataDir = join(await temporaryDirectory(), 'data')
  const blocker = createServer()
  await new Promise<void>((resolve) => void blocker.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void blocker.close())
  const address = blocker.address()
  const port = address && typeof address === 'object' ? String(address.port) : ''
  const result = await runScript('start', [], { dataDir, env: { PORT: port } })
  expectSentence(result, new RegExp(`^Port ${port} is taken by another program`))
  // The port is checked before any slow work starts.
  await expect(readFile(join(dataDir, 'postgres.log'))).rejects.toThrow()
})

test('a data directory of another version', async () => {
  const dataDir = await temporaryDirectory()
  await mkdir(join(dataDir, 'postgres'), { mode: 0o700 })
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n')
  const result = await runScript('start', [], { dataDir })
  expectSentence(result, /was made by PostgreSQL 17 and this release brings 18/)
})

test('a data directory without write permission', async () => {
  const dataDir = await temporaryDirectory()
  await chmod(dataDir, 0o500)
  // Root may write anywhere. In a user namespace it has only the owner's permissions.
  const prefix = isRoot ? ['unshare', '--user', '--map-user=65534', '--map-group=65534'] : []
  const result = await runScript('start', [], { dataDir, prefix })
  expectSentence(result, new RegExp(`^There is no permission to write in ${dataDir}`))
})

test('a data directory that is a file', async () => {
  const file = join(await temporaryDirectory(), 'file')
  await writeFile(file, '')
  expectSentence(await runScript('start', [], { dataDir: file }), /is not a directory/)
})

test.each([
  ['too small for a new database', '24m'],
  ['too small for the tables', '56m'],
])('a full disk: %s', async (_case, size) => {
  const dataDir = await temporaryDirectory()
  // A small file system that disappears with the process.
  const mount = `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`
  const namespace = ['unshare', '--mount', ...(isRoot ? [] : ['--user', '--map-root-user'])]
  const prefix = [...namespace, 'sh', '-c', mount, dataDir]
  const possible = spawnSync(prefix[0] ?? '', [...prefix.slice(1), 'true']).status === 0
  expect(possible, 'this machine lets tests mount a small file system').toBe(true)
  expectSentence(await runScript('start', [], { dataDir, prefix }), /^The disk that holds .* is full/)
})

test('variables that are wrong, a sentence each', async () => {
  const dataDir = await temporaryDirectory()
  const { code, output } = await runScript('start', [], { dataDir, env: { PORT: 'abc', TRUST_PROXY: 'perhaps' } })
  expect(output.trim()).toBe('PORT must be a whole number from 0 to 65535.\nTRUST_PROXY must be true or false.')
  expect(code).toBe(1)
})

test('a database server that is not there', async () => {
  const dataDir = await temporaryDirectory()
  const env = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/x', SESSION_SECRET: 'x'.repeat(32) }
  expectSentence(
    await runScript('start', [], { dataDir, env }),
    /^The database server in DATABASE_URL cannot be reached/,
  )
})

test('an argument that a command does not have', async () => {
  const dataDir = join(await temporaryDirectory(), 'data')
  for (const name of ['redact-person', 'audit-verify', 'ledger-verify', 'demo'] as const)
    expectSentence(await runScript(name, ['zhang_wei'], { dataDir }), /^Unexpected argument 'zhang_wei'/)
})
