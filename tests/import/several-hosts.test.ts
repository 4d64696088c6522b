import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mounts } from '#src/features/mount.server.ts'
import { createApi } from '#src/server/api.server.ts'
import { purgeImports } from '#src/server/import/import-files.server.ts'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import { callerOf, startApi } from '../support/api.ts'
import { apiDeps } from '../support/deps.ts'
import { importer } from '../support/imports.ts'
import { readTexts, temporaryFile } from '../support/workbook.ts'

/** Two hosts on one database. Each has a disk of its own. */
async function startHosts() {
  const api = await startApi()
  const call = await api.signIn()
  const otherDeps = apiDeps(api.db)
  const otherApi = createApi(otherDeps, mounts)
  const other = callerOf(otherApi, call.tokens)
  return { ...api, call, ...importer(api, call), other, otherApi, otherDeps }
}

const parts = sql`select import_id, part from import_part`
// More than one part, and rows that are refused.
const csv = `编码,名称,类型,备忘\n${Array.from({ length: 600 }, (_, at) => `H${at},学校${at},学校,${'x'.repeat(2_000)}`).join('\n')}\nX,,学校,\n`

test('a file that one host has received is read, checked, imported and marked by another', async () => {
  const { send, planOf, call, other, otherApi, otherDeps, db, files } = await startHosts()
  const { data: view } = await send(csv)
  expect((await db.execute(parts)).rows.length).toBeGreaterThan(1)
  expect(await readdir(otherDeps.files)).toEqual([])
  expect(await other('GET', `/adminApi/organization/importView?id=${view.id}`)).toMatchObject({
    code: 200,
    data: { columns: view.columns },
  })
  expect(await readdir(join(otherDeps.files, 'import')), 'it is kept, and no draft of it').toEqual(
    await readdir(join(files, 'import')),
  )
  await rm(join(otherDeps.files, 'import'), { recursive: true })
  const preview = await other('POST', '/adminApi/organization/importPreview', { id: view.id, plan: planOf(view) })
  expect(preview.code).toBe(200)
  await rm(join(otherDeps.files, 'import'), { recursive: true })
  await otherDeps.jobs.start()
  const begun = await call('POST', '/adminApi/organization/importCheck', { id: view.id, plan: planOf(view) })
  const { job } = begun.data as { job: number }
  const read = async () => (await call('GET', `/adminApi/job/info?id=${job}`)).data as JobView
  await expect.poll(async () => (await read()).state).toBe('done')
  expect(await read()).toMatchObject({ result: { counts: { new: 600, refused: 1 } } })
  await rm(join(otherDeps.files, 'import'), { recursive: true })
  const marked = await otherApi.request(`/adminApi/organization/download/${view.id}`, {
    headers: { authorization: `Bearer ${call.tokens.access_token}` },
  })
  expect(marked.status).toBe(200)
  const back = await readTexts(temporaryFile('back.xlsx', Buffer.from(await marked.arrayBuffer())))
  expect(back).toHaveLength(csv.trimEnd().split('\n').length)
})

test('the shared bytes go with the file and are in no backup; a file that is nowhere any more is said to be gone, and its report stays', async () => {
  const { send, other, db, files } = await startHosts()
  await send('编码,名称,类型\nA,B,学校\n')
  expect((await db.execute(parts)).rows).toHaveLength(1)
  const { rows } = await db.execute(sql`select relpersistence from pg_class where relname = 'import_part'`)
  expect(rows, 'a backup has no unlogged tables').toEqual([{ relpersistence: 'u' }])
  await db.execute(sql`update data_import set expire_time = now()`)
  await purgeImports(db, files)
  expect((await db.execute(parts)).rows).toEqual([])

  // A file whose bytes are gone, although its time is not over.
  const { data: view } = await send('编码,名称,类型\nA,B,学校\n')
  await db.execute(sql`delete from import_part`)
  expect(await other('GET', `/adminApi/organization/importView?id=${view.id}`)).toMatchObject({
    status: 404,
    msg: 'The file has been removed after its time. Please upload it again.',
  })
  expect(await other('GET', `/adminApi/organization/importReport?id=${view.id}`)).toMatchObject({
    code: 200,
    data: { kept: false },
  })
})
