import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { adminLog } from '#src/db/admin-log.table.server.ts'
import { confirmedAddress } from '#src/db/external-identity.table.server.ts'
import type { Caller } from '../support/api.ts'
import { idOf } from '../support/base-info.ts'
import { addMember, freshMember, startMembers } from '../support/members.ts'

type Line = { id: number; success: boolean; times: number; titleEn: string; ip: string }
type Page = { list: Line[]; next: number | null }

async function withMember() {
  const started = await startMembers()
  const id = idOf(await addMember(started.boss, { orgId: started.places.S1 }))
  const asked = { username: freshMember.username, password: freshMember.password }
  expect((await started.token('user', asked)).status).toBe(200)
  const li = await started.signIn('user', 'pupil_li')
  return { ...started, id, li }
}

/** A row as the log has it of an attempt that failed. */
const failed = (username: string, more: Partial<typeof adminLog.$inferInsert> = {}) => ({
  event: 'signInFailed' as const,
  side: 'user' as const,
  username,
  title: '登录',
  titleEn: 'Sign-in',
  code: 400,
  address: '192.0.2.7',
  ...more,
})
const own = async (call: Caller, query = '') => (await call('GET', `/api/session/history${query}`)).data as Page

test('a member sees successes and failures under the name and confirmed addresses, and nothing of others', async () => {
  const { db, id, li } = await withMember()
  await db
    .insert(confirmedAddress)
    .values({ accountId: id, channel: 'mail', address: 'li@example.org', confirmTime: sql`now()` })
  await db.insert(adminLog).values([
    failed('pupil_li', { times: 4 }),
    failed('Pupil_LI', { address: '192.0.2.12' }),
    failed('Li@Example.org', { address: '192.0.2.8' }),
    failed('pupil_lo', { address: '192.0.2.9' }),
    // The same name in the back office is somebody else.
    failed('pupil_li', { side: 'admin', address: '192.0.2.10' }),
  ])
  // Before the account was there, the name was not the member's.
  const earlier = sql`now() - interval '2 minutes'`
  await db.insert(adminLog).values({ ...failed('pupil_li', { address: '192.0.2.11' }), createTime: earlier })
  const { list, next } = await own(li)
  expect(next).toBeNull()
  expect(list.filter(({ success }) => success)).toHaveLength(1)
  const failures = list.filter(({ success }) => !success)
  expect(failures.map(({ ip, times }) => [ip, times]).toSorted()).toEqual([
    ['192.0.2.12', 1],
    ['192.0.2.7', 4],
    ['192.0.2.8', 1],
  ])
  expect(await li('GET', '/api/session/history?accountId=1')).toMatchObject({ code: 403 })
})

test('the history comes page by page, each line once', async () => {
  const { db, li } = await withMember()
  await db.insert(adminLog).values(Array.from({ length: 22 }, () => failed('pupil_li')))
  const seen: number[] = []
  let before: number | null = null
  do {
    const page: Page = await own(li, before === null ? '' : `?before=${before}`)
    expect(page.list.length).toBeLessThanOrEqual(10)
    seen.push(...page.list.map(({ id }) => id))
    before = page.next
  } while (before !== null)
  expect(seen).toHaveLength(23)
  expect(new Set(seen).size).toBe(23)
})

test('the office sees the history of a member that it may edit, within its scope', async () => {
  const { db, boss, other, viewer, id } = await withMember()
  await db.insert(adminLog).values(failed(freshMember.username))
  const look = (call: Caller) => call('GET', `/adminApi/session/history?accountId=${id}`)
  const { data } = await look(boss)
  expect((data as Page).list.map(({ success }) => success).toSorted()).toEqual([false, true])
  expect((await look(other)).code).toBe(404)
  expect((await look(viewer)).code).toBe(403)
})
