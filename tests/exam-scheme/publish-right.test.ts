import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { rowsBy } from '../support/base-info.ts'
import { addOfficer } from '../support/officer.ts'

const edit = 'baseInfo/exam-scheme/edit'
const path = '/adminApi/exam-scheme'

test('publishing a scheme has a node of its own; whoever edits may bring a published content back', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  const [scheme] = Object.values(await rowsBy(admin, 'exam-scheme', 'name'))
  const id = Number(scheme?.id)
  await addOfficer(made, { username: 'editor', nodes: ['baseInfo/exam-scheme/index', edit], scope: 'all' })
  const editor = await made.signIn('admin', 'editor')
  expect(await editor('POST', `${path}/edit`, { id, name: 'B' })).toMatchObject({ status: 200 })
  expect(await editor('POST', `${path}/publish`, { id })).toMatchObject({ status: 403 })
  expect(await admin('POST', `${path}/publish`, { id })).toMatchObject({ status: 200, data: { number: 2 } })
  expect(await editor('POST', `${path}/revert`, { id, number: 1 })).toMatchObject({ status: 200 })
})

test('a role of an earlier release that published by editing still publishes after the upgrade', async () => {
  const made = await startApi()
  await addOfficer(made, { username: 'editor', nodes: ['baseInfo/exam-scheme/index', edit], scope: 'all' })
  const file = new URL('../../src/db/migrations/0029_publish_schemes.sql', import.meta.url)
  for (const statement of readFileSync(file, 'utf8').split('--> statement-breakpoint')) {
    await made.db.execute(sql.raw(statement))
  }
  const editor = await made.signIn('admin', 'editor')
  const info = await editor('GET', '/adminApi/user/info')
  expect(info.data).toMatchObject({
    authNode: { 'baseInfo/exam-scheme': expect.arrayContaining(['index', 'edit', 'publish']) },
  })
})
