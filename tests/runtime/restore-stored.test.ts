import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as tar from 'tar'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openEmbedded, startEmbedded } from '#src/db/embedded/embedded.server.ts'
import { connect, listSchemas } from '../../scripts/lib/backup/catalogue.ts'
import { listDefinitions } from '../../scripts/lib/backup/definitions.ts'
import { readBackup } from '../../scripts/lib/backup/read.ts'
import { runScript as runShared } from '../support/product.ts'
import { addOrganization, bearer, callerWith, provenCaller } from './support/http.ts'
import {
  copiedDirectory,
  query,
  queryAt,
  quickPlace,
  runScript,
  sharedInstance,
  startInstance,
} from './support/instance.ts'
import { idOf, makeStored, newRoom, storedTables } from './support/stored.ts'

/** The definitions of a database, and the rows of the runtime resources. */
async function stateOf(url: string) {
  const client = await connect(url)
  try {
    const rows: Record<string, unknown> = {}
    for (const name of storedTables) {
      const found = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t order by 1`)
      rows[name] = found.rows.map(({ row }) => row)
    }
    return { definitions: await listDefinitions(client, await listSchemas(client)), rows }
  } finally {
    await client.end()
  }
}

async function embedded<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const database = await openEmbedded({ dataDir, log: () => undefined })
  try {
    return await work(database.url)
  } finally {
    await database.stop()
  }
}

/** Starts a database server that does not belong to the instance. @returns its URL */
async function foreignServer(): Promise<string> {
  const server = await startEmbedded({ dataDir: join(await quickPlace(), 'foreign'), log: () => undefined })
  onTestFinished(server.stop)
  return server.url
}

type State = Awaited<ReturnType<typeof stateOf>>
type Ids = Awaited<ReturnType<typeof makeStored>>

/** An instance with runtime resources of every kind that has ended, and its backup. No test changes it. */
let source: { dataDir: string; archive: string; ids: Ids; state: State }

beforeAll(async () => {
  const { dataDir, directory, product, end } = await sharedInstance()
  const token = await bearer(product.url)
  const ids = await makeStored(dataDir, await provenCaller(product.url, token))
  // The backup is taken while the application runs and writes.
  let writing = true
  const writer = (async () => {
    for (let number = 0; writing; number += 1) await addOrganization(product.url, token, `W${number}`)
  })()
  const archive = join(directory, 'backup.tar.gz')
  const { code, output } = await runShared('backup', ['--out', archive], { dataDir }).finished
  expect(output).toMatch(/Backed up \d+ rows/)
  expect(output).toMatch(/Not in the backup: .*pair\./)
  expect(code).toBe(0)
  writing = false
  await writer
  const state = await embedded(dataDir, stateOf)
  product.kill('SIGTERM')
  await product.finished
  source = { dataDir, archive, ids, state }
  return end
})

test.each(['embedded', 'DATABASE_URL'])(
  'everything made at run time comes back from a backup while it wrote, %s',
  async (where) => {
    const { archive, ids, state: before } = source
    const target = join(await quickPlace(), 'new')
    const foreign = where === 'embedded' ? undefined : await foreignServer()
    const env: Record<string, string> = foreign ? { DATABASE_URL: foreign, SESSION_SECRET: 'x'.repeat(32) } : {}
    const restored = await runScript('restore', [archive], { dataDir: target, env })
    expect(restored.output).toMatch(/Restored \d+ rows/)
    const after = await (foreign ? stateOf(foreign) : embedded(target, stateOf))
    expect(after.rows).toEqual(before.rows)
    expect(after.definitions).toEqual(before.definitions)
    expect(new Set(after.definitions.map(({ kind }) => kind)).size, 'every kind').toBe(21)
    const consistent = `select (select count(*)::int from organization) as rows,
    (select count(*)::int from change where table_name = 'organization' and operation = 'insert') as recorded`
    // The backup shows one moment: each organization has its history, and each history its organization.
    const [counted] = await (foreign ? queryAt(foreign, consistent) : query(target, consistent))
    expect(counted?.recorded).toBe(counted?.rows)

    const instance = await startInstance({ dataDir: target, env })
    const call = await provenCaller(instance.url, await bearer(instance.url))
    for (const path of ['baseInfo/exam-room', 'baseInfo/desk', 'blocks']) {
      expect((await call('GET', `/adminApi/resource/description?path=${path}`)).status, path).toBe(200)
    }
    expect(await call('GET', '/adminApi/exam-room/index')).toMatchObject({
      data: { list: [{ id: ids.roomId, name: 'Room 1', orgId: ids.school, facts: [{ key: 'floor', value: '2' }] }] },
    })
    expect(await call('GET', '/adminApi/stall/index')).toMatchObject({
      data: { list: [{ id: 1, name: 'Stall', mainId: ids.subject }] },
    })
    expect(idOf(await call('POST', '/adminApi/stall/add', { name: 'Next' }))).toBe(2)
    for (const [resource, id] of [
      ['organization', ids.school],
      ['subject', ids.subject],
      ['educate-level', ids.level],
      ['exam-room', ids.roomId],
      ['desk', ids.first],
    ] as const) {
      const answer = await call('DELETE', `/adminApi/${resource}/del?ids[]=${id}`)
      expect(answer, resource).toMatchObject({ status: 409, data: { reason: 'referenced' } })
    }
    const wrong = await call('POST', '/adminApi/desk/add', { name: 'Wrong', subjectIds: [99_999] })
    expect(wrong.status).toBe(422)
    expect(idOf(await call('POST', '/adminApi/exam-room/add', { ...newRoom, orgId: null }))).toBe(ids.roomId + 1)
    const below = idOf(await call('POST', '/adminApi/block/add', { name: 'New', pid: 1 }))
    const path = `select path from res_block where id = ${below}`
    expect(await (foreign ? queryAt(foreign, path) : query(target, path))).toEqual([{ path: `/1/${below}/` }])
  },
)

/** Copies a backup with another manifest. */
async function altered(archive: string, change: (manifest: Record<string, unknown>) => void): Promise<string> {
  const directory = join(await quickPlace(), 'unpacked')
  await mkdir(directory)
  await tar.extract({ file: archive, cwd: directory })
  const file = join(directory, 'manifest.json')
  const manifest: Record<string, unknown> = JSON.parse(await readFile(file, 'utf8'))
  change(manifest)
  await writeFile(file, JSON.stringify(manifest))
  const copy = join(await quickPlace(), 'altered.tar.gz')
  await tar.create({ file: copy, cwd: directory, gzip: true }, ['manifest.json', 'tables', 'files'])
  return copy
}

test('a restore under a running process replaces what it keeps, and brings no sign-in back', async () => {
  const { archive, ids } = source
  const dataDir = await copiedDirectory(source.dataDir)
  const { url } = await startInstance({ dataDir })
  const call = await provenCaller(url, await bearer(url))
  const [ended, kept] = [await bearer(url), await bearer(url)]
  await query(
    dataDir,
    `delete from token_family where id = (select max(id) - 1 from token_family);
    update config set value = '"Changed"' where name = 'siteName'`,
  )
  const siteName = async () => {
    const answer: { data: { siteName: string } } = await (await fetch(`${url}/api/site`)).json()
    return answer.data.siteName
  }
  await expect.poll(siteName).toBe('Changed')
  const { data } = await call('GET', '/adminApi/resource/index')
  const list = (data as { list: { key: string; id: number; description: { title: object } }[] }).list
  const room = list.find(({ key }) => key === 'exam-room')
  const description = { ...room?.description, title: { 'zh-cn': '改', en: 'Changed' } }
  expect((await call('POST', '/adminApi/resource/edit', { id: room?.id, description })).status).toBe(200)

  expect((await runScript('restore', [archive, '--force'], { dataDir })).output).toMatch(/Restored \d+ rows/)
  for (const authorization of [ended, kept]) {
    expect((await callerWith(url, authorization)('GET', '/adminApi/user/info')).status).toBe(401)
  }
  const fresh = callerWith(url, await bearer(url))
  expect(await siteName()).not.toBe('Changed')
  expect(await fresh('GET', '/adminApi/resource/description?key=exam-room')).toMatchObject({
    data: { description: { title: { en: 'Exam rooms' } } },
  })
  expect(await fresh('GET', `/adminApi/exam-room/index`)).toMatchObject({ data: { list: [{ id: ids.roomId }] } })
  expect((await fresh('POST', '/adminApi/exam-room/edit', { id: ids.roomId, name: 'Room 2' })).status).toBe(200)
})

test('a backup that does not fit is refused with its reason, and the instance stays as it is', async () => {
  const { archive, state: before } = source
  const dataDir = await copiedDirectory(source.dataDir)
  await startInstance({ dataDir })
  const define = (...sql: string[]) =>
    altered(archive, (manifest) => {
      const made = sql.map((one, index) => ({ kind: 'table', name: `made_${index}`, sql: one }))
      manifest.definitions = [...(manifest.definitions as object[]), ...made]
    })
  const cases = [
    [await define('drop table organization'), /no backup that this release can read/],
    [
      await define('create table made_0 (id int); drop table organization'),
      /cannot be made here: cannot insert multiple/,
    ],
    [
      await altered(archive, (manifest) => {
        manifest.definitions = (manifest.definitions as { name: string }[]).filter(({ name }) => name !== 'res_desk')
      }),
      /res_desk.* of the backup cannot be made here/,
    ],
    [
      await altered(archive, (manifest) => {
        manifest.migrations = [...(manifest.migrations as string[]), 'of a later release']
      }),
      /made by a newer or another release/,
    ],
  ] as const
  for (const [file, reason] of cases) {
    const { code, output } = await runScript('restore', [file, '--force'], { dataDir })
    expect(output).toMatch(reason)
    expect(code).toBe(1)
  }
  expect(await embedded(dataDir, stateOf)).toEqual(before)
})

test('a backup without definitions is restored where its tables are', async () => {
  const before = source.state
  const dataDir = await copiedDirectory(source.dataDir)
  const archive = await altered(source.archive, (manifest) => {
    delete manifest.definitions
    // The releases without definitions had the schema public alone.
    const ofPublic = (list: unknown) => (list as { schema?: string }[]).filter(({ schema }) => schema === undefined)
    manifest.tables = ofPublic(manifest.tables)
    manifest.sequences = ofPublic(manifest.sequences)
  })
  // A table that is no resource has no description to make it from.
  const empty = await runScript('restore', [archive], { dataDir: join(await quickPlace(), 'new') })
  expect(empty).toMatchObject({ code: 1, output: expect.stringContaining('how the table res_log is made') })
  await query(dataDir, `truncate res_desk, res_exam_room`)
  const { output } = await runScript('restore', [archive, '--force'], { dataDir })
  expect(output).toMatch(/Restored/)
  const after = await embedded(dataDir, stateOf)
  expect(after.rows).toEqual(before.rows)
  const stored = ({ sql }: { sql: string }) => /res_(?!log|scratch)/.test(sql)
  expect(after.definitions.filter(stored)).toEqual(before.definitions.filter(stored))
})

test('a table in the way of a newer migration: the restore is refused, and the instance stays as it is', async () => {
  const { archive, state: before } = source
  const dataDir = await copiedDirectory(source.dataDir)
  const migrationsFolder = join(await quickPlace(), 'migrations')
  await cp(join(import.meta.dirname, '../../src/db/migrations'), migrationsFolder, { recursive: true })
  const journal = join(migrationsFolder, 'meta/_journal.json')
  const known: { entries: object[] } = JSON.parse(await readFile(journal, 'utf8'))
  known.entries.push({
    idx: known.entries.length,
    version: '7',
    when: 9_999_999_999_999,
    tag: '9999_desk',
    breakpoints: true,
  })
  await writeFile(journal, JSON.stringify(known))
  await writeFile(join(migrationsFolder, '9999_desk.sql'), 'CREATE TABLE res_desk (id bigint);')
  await embedded(dataDir, async (url) => {
    const filesDir = join(dataDir, 'files')
    const restoring = readBackup({ url, filesDir, workDir: dataDir, archive, migrationsFolder, force: true })
    await expect(restoring).rejects.toThrow('cannot be brought to this release: relation "res_desk" already exists')
    expect(await stateOf(url)).toEqual(before)
  })
})
