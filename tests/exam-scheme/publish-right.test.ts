import { readFileSync } from 'node:fs'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rule } from '#src/db/identity.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { rowsBy } from '../support/base-info.ts'
import { addOfficer } from '../support/officer.ts'

const edit = 'baseInfo/exam-scheme/edit'
const path = '/adminApi/exam-scheme'

/** The menu has the button to edit schemes. */
async function withEditButton({ db }: TestApi): Promise<void> {
  const [menu] = await db
    .select({ id: rule.id })
    .from(rule)
    .where(and(eq(rule.area, 'admin'), eq(rule.name, 'baseInfo/exam-scheme')))
  await write(db, systemAuthor, 'seed', (tx) =>
    tx
      .insert(rule)
      .values({ area: 'admin', pid: menu?.id, type: 'button', title: 'button_edit', name: edit, sortKey: 'z5' }),
  )
}

test('publishing a scheme has a node of its own; whoever edits may bring a published content back', async () => {
  const made = await startApi()
  await withEditButton(made)
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
  await withEditButton(made)
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
