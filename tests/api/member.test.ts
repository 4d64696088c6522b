import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { moneyLog } from '#src/db/ledger.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { idOf, rowOf, rowsBy } from '../support/base-info.ts'
import { addMember, editMember, freshMember, startMembers } from '../support/members.ts'
import { errorsIn } from '../support/people.ts'

const en = { locale: 'en' } as const

test('a member is added with profile, group, balance and password, and signs in with it', async () => {
  const { boss, signIn, places, db } = await startMembers()
  const id = idOf(
    await addMember(boss, {
      orgId: places.S1,
      phone: '13800000001',
      email: 'li@example.org',
      gender: 2,
      birthday: '2012-09-01',
      motto: 'Step by step',
    }),
  )
  const row = await rowOf(boss, 'member', id)
  expect(row).toMatchObject({
    username: 'pupil_li',
    nickname: 'Li',
    orgId: places.S1,
    groupId: expect.any(Number),
    gender: 2,
    birthday: '2012-09-01',
    motto: 'Step by step',
    status: 1,
    money: 0,
    score: 0,
    factor: 0,
    lastLoginTime: null,
    joinTime: expect.any(String),
  })
  expect(Object.keys(row)).not.toContain('password')
  await signIn('user', 'pupil_li', freshMember.password)
  expect(await rowOf(boss, 'member', id)).toMatchObject({ lastLoginTime: expect.any(String) })
  await write(db, systemAuthor, 'save', (tx) =>
    tx.insert(moneyLog).values({ accountId: id, amount: 1234, memo: 'Prize', seq: 0, before: 0, after: 0 }),
  )
  expect(await rowOf(boss, 'member', id)).toMatchObject({ money: 1234 })
  // An address that the office has set signs nobody in: it is not confirmed.
  const confirmed = await db.execute(sql`select 1 from confirmed_address where account_id = ${id}`)
  expect(confirmed.rows).toEqual([])
  const kept = await db.execute(sql`select coalesce(before::text, '') || coalesce(after::text, '') as text from change
    union all select coalesce(answer::text, '') from idempotency`)
  expect(JSON.stringify(kept.rows)).not.toMatch(/Quiet-river-12|argon2/)
})

test('each field has its rule, and two members never have one name', async () => {
  const { boss, places } = await startMembers()
  const told = async (values: object) => errorsIn(await addMember(boss, { orgId: places.S1, ...values }))
  expect(await told({ username: '1x' })).toHaveProperty('username')
  expect(await told({ password: '' })).toEqual({ password: ['Required'] })
  expect(await told({ password: 'pupil_li1' })).toHaveProperty('password')
  expect(await told({ nickname: '' })).toEqual({ nickname: ['Required'] })
  expect(await told({ phone: '12' })).toHaveProperty('phone')
  expect(await told({ motto: 'x'.repeat(121) })).toHaveProperty('motto')
  const both = await Promise.all([
    addMember(boss, { orgId: places.S1 }),
    addMember(boss, { orgId: places.S1, username: 'PUPIL_LI' }),
  ])
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
  // The back office has names of its own.
  const officer = { username: 'pupil_li', name: 'Li', deptId: places.S1, roleIds: [], status: 1 }
  expect((await boss('POST', '/adminApi/user/add', officer)).code).toBe(403)
  const id = idOf(both.find(({ code }) => code === 200) ?? both[0])
  expect(errorsIn(await editMember(boss, id, { groupId: null }))).toEqual({ groupId: ['Required'] })
})

test('an officer never sees, changes, exports or resets members of another school', async () => {
  const { admin, boss, other, places } = await startMembers()
  const id = idOf(await addMember(boss, { orgId: places.S1 }))
  const far = idOf(await addMember(other, { username: 'far', orgId: places.S2 }))
  const nowhere = idOf(await addMember(admin, { username: 'nowhere', orgId: null }))
  expect(Object.keys(await rowsBy(boss, 'member', 'username'))).toEqual(['pupil_li'])
  expect(Object.keys(await rowsBy(admin, 'member', 'username'))).toEqual(
    expect.arrayContaining(['pupil_li', 'far', 'nowhere', 'member']),
  )
  // Accounts of the back office are no members, and cannot be reached as such.
  expect(Object.keys(await rowsBy(admin, 'member', 'username'))).not.toContain('boss')
  expect((await editMember(admin, 1, { nickname: 'X' })).code).toBe(404)
  expect((await admin('POST', '/adminApi/user/edit', { id, nickname: 'X' })).code).toBe(404)
  for (const one of [far, nowhere]) {
    expect((await editMember(boss, one, { nickname: 'X' })).code).toBe(404)
    expect((await boss('DELETE', `/adminApi/member/del?ids[]=${one}`)).code).toBe(404)
    expect((await boss('GET', `/adminApi/member/history?id=${one}`)).code).toBe(404)
  }
  expect(errorsIn(await editMember(boss, id, { orgId: places.S2 }))).toHaveProperty('orgId')
  expect(errorsIn(await addMember(boss, { username: 'lost', orgId: null }))).toEqual({
    orgId: [m.error_outOfScope({}, en)],
  })
})

test('who only looks at members sees a part of their numbers, and changes nothing', async () => {
  const { boss, viewer, places } = await startMembers()
  const id = idOf(await addMember(boss, { orgId: places.S1, phone: '13800000001' }))
  expect(await rowOf(viewer, 'member', id)).toMatchObject({ phone: '138****0001' })
  expect((await addMember(viewer, { username: 'more', orgId: places.S1 })).code).toBe(403)
  expect((await editMember(viewer, id, { nickname: 'X' })).code).toBe(403)
  expect((await viewer('DELETE', `/adminApi/member/del?ids[]=${id}`)).code).toBe(403)
})

test('a member is found by user name, names, number and id', async () => {
  const { admin, boss, places } = await startMembers()
  const id = idOf(await addMember(boss, { orgId: places.S1, phone: '13800000001', name: '李雷' }))
  const found = async (text: string) => {
    const answer = await admin('GET', `/adminApi/member/index?quickSearch=${encodeURIComponent(text)}`)
    return (answer.data as { list: { id: number }[] }).list.map((row) => row.id)
  }
  for (const text of ['pupil', '李雷', '1380000', String(id)]) expect(await found(text), text).toContain(id)
  expect(await found(`${id}99`)).toEqual([])
})

test('locking ends the sign-ins, also for many at once, and groups and schools change together', async () => {
  const { admin, boss, other, signIn, places } = await startMembers()
  const one = idOf(await addMember(boss, { orgId: places.S1 }))
  const two = idOf(await addMember(boss, { username: 'pupil_wu', orgId: places.S1 }))
  const li = await signIn('user', 'pupil_li')
  expect((await li('GET', '/api/user/info')).code).toBe(200)
  const bulk = (call: typeof boss, values: object) =>
    call('POST', '/adminApi/member/bulkEdit', { ids: [one, two], values })
  expect((await bulk(other, { status: 0 })).code).not.toBe(200)
  expect(await bulk(boss, { status: 0, orgId: places.D1 })).toMatchObject({ code: 200 })
  expect((await li('GET', '/api/user/info')).code).toBe(401)
  expect(await rowOf(admin, 'member', two)).toMatchObject({ status: 0, orgId: places.D1 })
})

test('a restored member is locked, and an undo of a new one takes it away', async () => {
  const { boss, places } = await startMembers()
  const added = await addMember(boss, { orgId: places.S1 })
  const id = idOf(added)
  const set = (added.data as { changeSetId: number }).changeSetId
  const gone = await boss('DELETE', `/adminApi/member/del?ids[]=${id}`)
  expect(gone.code).toBe(200)
  const back = await boss('POST', '/adminApi/history/undo', {
    changeSetId: (gone.data as { changeSetId: number }).changeSetId,
  })
  expect(back).toMatchObject({ code: 200 })
  expect(await rowOf(boss, 'member', id)).toMatchObject({ status: 0, orgId: places.S1 })
  const undone = await boss('POST', '/adminApi/history/undo', { changeSetId: set, partial: false })
  expect([200, 409]).toContain(undone.code)
})

test('a member with entries is not deleted, and an undo of the addition names it', async () => {
  const { boss, places, db } = await startMembers()
  const added = await addMember(boss, { orgId: places.S1 })
  const id = idOf(added)
  await write(db, systemAuthor, 'save', (tx) =>
    tx.insert(moneyLog).values({ accountId: id, amount: 100, memo: 'Prize', seq: 0, before: 0, after: 0 }),
  )
  const refused = await boss('DELETE', `/adminApi/member/del?ids[]=${id}`)
  expect(refused).toMatchObject({ code: 409, msg: m.member_hasEntries({ name: 'pupil_li' }, en) })
  const { changeSetId } = added.data as { changeSetId: number }
  const undo = await boss('POST', '/adminApi/history/undo', { changeSetId })
  expect(undo).toMatchObject({ code: 409, data: { rows: [{ title: 'pupil_li', reason: 'used' }] } })
  expect(await rowOf(boss, 'member', id)).toMatchObject({ money: 100 })
})
