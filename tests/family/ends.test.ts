import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { REDACTED } from '#src/features/security/person.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { bind, ownLinks, startFamilies } from '../support/families.ts'
import { archiveOf } from '../support/own-data.ts'

test('a deleted pupil takes links and codes along, and brings the links back', async () => {
  const { call, mother, li, codeOf, link, links, codesStored } = await startFamilies()
  await link(mother, li)
  const code = await codeOf(li)
  const gone = await call('DELETE', `/adminApi/student/del?ids[]=${li}`)
  expect(gone.code).toBe(200)
  expect(await links()).toEqual([])
  expect(await codesStored()).toBe(0)
  expect((await bind(mother, code)).code).toBe(422)
  const { changeSetId } = gone.data as { changeSetId: number }
  expect(await call('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await links()).toEqual(['S1 mother mother'])
})

test('a deleted member loses the links, and gets them back with the account', async () => {
  const { call, mother, motherId, li, link, links } = await startFamilies()
  await link(mother, li)
  const gone = await call('DELETE', `/adminApi/member/del?ids[]=${motherId}`)
  expect(gone.code).toBe(200)
  expect(await links()).toEqual([])
  const { changeSetId } = gone.data as { changeSetId: number }
  expect(await call('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await links()).toEqual(['S1 mother mother'])
})

test('a closed account has no links, and the history does not say whose family it was', async () => {
  const { call, db, mother, motherId, li, link, links } = await startFamilies()
  await link(mother, li)
  expect(await call('POST', '/adminApi/member/close', { id: motherId })).toMatchObject({ code: 200 })
  expect(await links()).toEqual([])
  const { rows } = await db.execute<{ before: unknown; after: unknown }>(sql`
    select before, after from change where table_name = 'guardian' order by id`)
  const forgotten = { account_id: motherId, student_id: null, relation: REDACTED }
  expect(rows).toMatchObject([{ after: forgotten }, { before: forgotten }])
})

test('who uses a code while the account is being closed gets no link', async () => {
  const { call, mother, motherId, li, codeOf, links } = await startFamilies()
  const code = await codeOf(li)
  const [closed, bound] = await Promise.all([
    call('POST', '/adminApi/member/close', { id: motherId }),
    bind(mother, code),
  ])
  expect(closed.code).toBe(200)
  expect([200, 401]).toContain(bound.code)
  expect(await links()).toEqual([])
})

test('the archive of a member has the linked pupils', async () => {
  const made = await startFamilies()
  await made.link(made.mother, made.li)
  const { files } = await archiveOf(made, made.mother)
  const [{ id: _id, ...linked } = { id: 0 }] = await ownLinks(made.mother)
  expect(JSON.parse(files.get('family.json')?.toString() ?? '')).toEqual([linked])
  expect(files.get('README.txt')?.toString()).toContain(`family.json: ${m.ownData_family({}, { locale: 'en' })}`)
})
