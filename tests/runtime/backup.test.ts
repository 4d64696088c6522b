import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openEmbedded } from '#src/db/embedded/embedded.server.ts'
import { connect, copyOut, listSchemas, listSequences, listTables } from '../../scripts/lib/backup/catalogue.ts'
import { placeFiles } from '../../scripts/lib/backup/files.ts'
import { isPassing } from '../../scripts/lib/backup/passing.ts'
import { type Product, runScript as runShared } from '../support/product.ts'
import { addOrganization, bearer, signIn } from './support/http.ts'
import {
  connectTo,
  copiedDirectory,
  preparedDirectory,
  query,
  quickPlace,
  runScript,
  sharedInstance,
  startInstance,
  startScript,
  temporaryDirectory,
} from './support/instance.ts'

/**
 * Reads everything that an instance stores but sign-ins: the rows of each table as text, the next sequence numbers, the
 * files.
 */
async function contents(dataDir: string): Promise<Record<string, unknown>> {
  const database = await openEmbedded({ dataDir, log: () => undefined })
  const client = await connect(database.url)
  try {
    const tables: Record<string, unknown> = {}
    const schemas = await listSchemas(client)
    for (const table of await listTables(client, schemas)) {
      if (isPassing(table)) continue
      const select = copyOut(table).replace(/^copy \(|\) to stdout$/g, '')
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from (${select}) t`)
      tables[table.name] = rows.map(({ row }) => row)
    }
    return { tables, sequences: await listSequences(client, schemas), files: await fileHashes(join(dataDir, 'files')) }
  } finally {
    await client.end()
    await database.stop()
  }
}

async function fileHashes(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hashes = files.sort().map(async (file) => {
    return [
      file.slice(directory.length),
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    ] as const
  })
  return Object.fromEntries(await Promise.all(hashes))
}

/** An instance with rows of many kinds and with files that has ended, what it stores, and its backup. */
let source: { dataDir: string; archive: string; stored: Record<string, unknown>; told: string }

beforeAll(async () => {
  const { dataDir, directory, product: instance, end } = await sharedInstance()
  const token = await bearer(instance.url)
  for (const code of ['A', 'B', 'C']) expect(await addOrganization(instance.url, token, code)).toBe(true)
  const form = new FormData()
  form.append('file', new File(['an upload'], 'a.txt'))
  const headers = { authorization: token }
  expect((await fetch(`${instance.url}/admin/sys-file/upload`, { method: 'POST', headers, body: form })).status).toBe(
    200,
  )
  // Text that a text format must escape, and a row of a month that has no partition.
  await query(dataDir, `update organization set name = E'Tab\\t, line\\n, \\\\N and 漢字 "quoted"' where code = 'B'`)
  await query(
    dataDir,
    `update change set create_time = '2001-02-03T04:05:06.789Z' where id = (select min(id) from change)`,
  )
  await mkdir(join(dataDir, 'files/2026/11'), { recursive: true })
  await writeFile(join(dataDir, 'files/2026/11/photo.bin'), Buffer.from([0, 255, 10, 13]))
  await writeFile(join(dataDir, 'files/名字.txt'), '内容')
  await writeFile(join(dataDir, 'files/empty'), '')
  instance.kill('SIGTERM')
  await instance.finished
  const stored = await contents(dataDir)
  await mkdir(join(dataDir, 'files/incoming'), { recursive: true })
  await writeFile(join(dataDir, 'files/incoming/on-its-way'), 'half')
  const archive = join(directory, 'backup.tar.gz')
  const { code, output } = await runShared('backup', ['--out', archive], { dataDir }).finished
  expect(code, output).toBe(0)
  await rm(join(dataDir, 'files/incoming'), { recursive: true })
  source = { dataDir, archive, stored, told: output }
  return end
})

test('what a backup restores into an empty instance is what there was, to the byte', async () => {
  const { archive, stored: before, told } = source
  expect(told).toMatch(/Backed up \d+ rows of \d+ tables and 5 files/)
  expect((await stat(archive)).mode & 0o777, 'for its owner only').toBe(0o600)

  const restored = join(await quickPlace(), 'new')
  const restore = await runScript('restore', [archive], { dataDir: restored })
  expect(restore.output).toMatch(/Restored \d+ rows/)
  expect(restore.code).toBe(0)
  expect(await contents(restored)).toEqual(before)

  const instance = await startInstance({ dataDir: restored })
  expect(instance.output(), 'the accounts are the old ones').not.toMatch(/sign in as/)
  const token = await bearer(instance.url)
  expect(await addOrganization(instance.url, token, 'D'), 'new rows get new numbers').toBe(true)
  const last = `select operation, after ->> 'code' as code from change where table_name = 'organization' order by id desc limit 1`
  expect(await query(restored, last), 'changes are recorded again').toEqual([{ operation: 'insert', code: 'D' }])
})

test('an instance that is not empty is left alone, unless told otherwise, and a damaged backup changes nothing', async () => {
  const dataDir = await copiedDirectory(source.dataDir)
  const { archive } = source
  await query(dataDir, `delete from organization where code = 'C'`)
  const before = await contents(dataDir)
  const refused = await runScript('restore', [archive], { dataDir })
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('This instance is not empty') })
  expect(await contents(dataDir)).toEqual(before)
  expect((await runScript('restore', [archive, '--force'], { dataDir })).code).toBe(0)
  expect(await query(dataDir, 'select code from organization order by code')).toEqual([
    { code: 'A' },
    { code: 'B' },
    { code: 'C' },
  ])
  const damaged = join(await quickPlace(), 'backup.tar.gz')
  const bytes = await readFile(archive)
  await writeFile(damaged, bytes.subarray(0, bytes.length - 2_000))
  const forced = await runScript('restore', [damaged, '--force'], { dataDir })
  expect(forced.output).toMatch(/is damaged|no backup/)
  expect(forced.code).toBe(1)
  expect(await contents(dataDir)).toEqual(source.stored)
})

test('restored files replace the others when the database is restored, and leave them alone when it is not', async () => {
  const fill = async (files: Record<string, string>) => {
    const directory = await temporaryDirectory()
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(directory, path)), { recursive: true })
      await writeFile(join(directory, path), text)
    }
    return directory
  }
  const before = { same: 'same', 'deep/other': 'old', gone: 'gone' }
  const after = { same: 'same', 'deep/other': 'new', 'more/new': 'new' }
  const place = await fill(before)
  const undone = await placeFiles(await fill(after), place)
  await undone.undo()
  expect(await fileHashes(place)).toEqual(await fileHashes(await fill(before)))
  const done = await placeFiles(await fill(after), place)
  expect(await readFile(join(place, 'gone'), 'utf8'), 'until the database is there').toBe('gone')
  await done.finish()
  expect(await fileHashes(place)).toEqual(await fileHashes(await fill(after)))
})

/** Starts backups that wait for a table. @returns them, the directory of the archive, and what lets them go on */
async function heldBackups(dataDir: string, count: number) {
  const client = await connectTo(dataDir)
  await client.query('begin; lock table rule in access exclusive mode')
  const place = await quickPlace()
  const backups = Array.from({ length: count }, () =>
    startScript('backup', ['--out', join(place, 'b.tar.gz')], { dataDir }),
  )
  const waiting = `select count(*)::int as count from pg_locks where not granted`
  await expect.poll(async () => (await client.query(waiting)).rows[0].count).toBe(count)
  return { client, place, backups }
}

const leftIn = async (directory: string) => (await readdir(directory)).filter((name) => name.includes('staging'))

/** The product in which the backups of the next tests meet. */
let meeting: { dataDir: string; product: Product }

beforeAll(async () => {
  const { dataDir, product, end } = await sharedInstance()
  meeting = { dataDir, product }
  return end
})

test('two backups at once into one file: each is whole, and the last one stays', async () => {
  const { dataDir } = meeting
  // Large enough that both write at the same time.
  await mkdir(join(dataDir, 'files'), { recursive: true })
  await writeFile(join(dataDir, 'files/large'), randomBytes(8_000_000))
  const { client, place, backups } = await heldBackups(dataDir, 2)
  await client.query('rollback')
  for (const { finished } of backups) expect(await finished).toMatchObject({ code: 0 })
  expect(await readdir(place)).toEqual(['b.tar.gz'])
  expect(await leftIn(dataDir)).toEqual([])
  const restored = await runScript('restore', [join(place, 'b.tar.gz')], { dataDir: join(place, 'new') })
  expect(restored.output).toMatch(/Restored \d+ rows/)
})

test('what a killed backup leaves is for its owner only, and the next one removes it, but no other', async () => {
  const { dataDir } = meeting
  const { client, place, backups } = await heldBackups(dataDir, 2)
  const [killed, other] = backups
  killed?.child.kill('SIGKILL')
  await killed?.finished
  expect(await leftIn(dataDir)).toHaveLength(2)
  for (const directory of [dataDir, place]) {
    for (const name of await leftIn(directory)) expect((await stat(join(directory, name))).mode & 0o777).toBe(0o700)
  }
  expect((await readdir(place)).includes('b.tar.gz'), 'no half backup').toBe(false)
  const next = startScript('backup', ['--out', join(place, 'next.tar.gz')], { dataDir })
  await expect.poll(next.output).toContain('Backing up.')
  await client.query('rollback')
  expect(await next.finished).toMatchObject({ code: 0 })
  expect(await other?.finished).toMatchObject({ code: 0 })
  expect((await readdir(place)).sort()).toEqual(['b.tar.gz', 'next.tar.gz'])
  expect(await leftIn(dataDir)).toEqual([])
})

test('the database ends during a backup: one sentence, and nothing stays', async () => {
  const { dataDir, product } = meeting
  const { place, backups } = await heldBackups(dataDir, 1)
  product.kill('SIGTERM')
  const [backup] = backups
  expect(await backup?.finished).toMatchObject({ code: 1, output: expect.stringContaining('The database has ended') })
  expect(backup?.output()).not.toContain(' at ')
  expect(await readdir(place)).toEqual([])
  expect(await leftIn(dataDir)).toEqual([])
})

test('a directory is no place for a backup', async () => {
  const dataDir = await preparedDirectory()
  const { code, output } = await runScript('backup', ['--out', dataDir], { dataDir })
  expect(output).toContain(`${dataDir} is a directory`)
  expect(code).toBe(1)
})

test('admin:reset makes a new password while the server is running, and while it is stopped', async () => {
  const dataDir = await preparedDirectory()
  const reset = async () => {
    const { code, output } = await runScript('admin-reset', [], { dataDir })
    expect(code).toBe(0)
    return /password of admin is (\S+)/.exec(output)?.[1] ?? ''
  }
  const first = await startInstance({ dataDir })
  const token = await bearer(first.url)
  const running = await reset()
  expect((await signIn(first.url)).status, 'the old one is over').toBe(400)
  expect((await signIn(first.url, running)).status).toBe(200)
  expect(await addOrganization(first.url, token, 'LATE'), 'its sessions have ended').toBe(false)
  first.kill('SIGTERM')
  await first.finished
  const stopped = await reset()
  const next = await startInstance({ dataDir })
  expect((await signIn(next.url, running)).status).toBe(400)
  expect((await signIn(next.url, stopped)).status).toBe(200)
})
