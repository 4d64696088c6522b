import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { purgeFamilyCodes } from '#src/features/family/family-codes.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { purge } from '#src/server/purge.server.ts'
import { type Caller, callerOf } from '../support/api.ts'
import { idOf } from '../support/base-info.ts'
import { check, startFamilies } from '../support/families.ts'
import { logged } from '../support/logged.ts'
import { addOfficer } from '../support/officer.ts'

const en = { locale: 'en' } as const
const make = (by: Caller, body: object, headers?: Record<string, string>) =>
  by('POST', '/adminApi/guardian/code', body, headers)
const revoke = (by: Caller, body: object) => by('POST', '/adminApi/guardian/revokeCodes', body)

/** Takes links, codes, failures and a third pupil away. */
async function clear({ db }: Pick<Awaited<ReturnType<typeof startFamilies>>, 'db'>) {
  for (const table of ['guardian', 'family_code', 'throttle']) await db.execute(sql.raw(`delete from ${table}`))
  await db.execute(sql`delete from student where number = 'S3'`)
}

test('an officer gets codes for pupils, which end others of theirs and are revoked, by those who may, also at once', async () => {
  const product = await startFamilies()
  // An officer gets codes for the selected pupils, once, for thirty days, with what the slips say.
  {
    const api = product
    const { call, east, li, han } = api
    const atSchool = idOf(await api.pupil({ number: 'S3', name: 'Zhao', orgId: east.id }))
    const answer = await make(call, { ids: [han, li, atSchool, li], holder: 'guardian', each: 2 })
    expect(answer).toMatchObject({ code: 200, msg: m.family_codesMade({ count: 6 }, en), data: { students: 3 } })
    const { slips, expireTime, cancelled } = answer.data as {
      slips: { number: string; code: string }[]
      expireTime: string
      cancelled: number
    }
    expect(slips.map(({ code: _code, ...slip }) => slip)).toEqual([
      ...Array(2).fill({ number: 'S3', name: 'Zhao', school: 'East School', class: '', holder: 'guardian' }),
      ...Array(2).fill({ number: 'S1', name: 'Li Lei', school: 'East School', class: 'Class 1', holder: 'guardian' }),
      ...Array(2).fill({ number: 'S2', name: '韩梅梅', school: 'West School', class: 'Class 1', holder: 'guardian' }),
    ])
    expect(new Set(slips.map(({ code }) => code)).size).toBe(6)
    for (const { code } of slips) expect(code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/)
    expect((Date.parse(expireTime) - Date.now()) / 86_400_000).toBeCloseTo(30, 2)
    expect(cancelled).toBe(0)
    // Only hashes are stored, and the log has no codes.
    const stored = await api.db.execute<{ all: string }>(sql`
      select coalesce((select string_agg(row_to_json(f)::text, '') from family_code f), '')
        || coalesce((select string_agg(row_to_json(i)::text, '') from idempotency i), '') as all`)
    const entries = async () => (await logged(api)).filter(({ path }) => path === '/adminApi/guardian/code')
    await expect.poll(async () => (await entries()).length).toBe(1)
    const lines = JSON.stringify(await entries())
    expect(lines).toContain('guardian')
    for (const { code } of slips) {
      expect(stored.rows[0]?.all).not.toContain(code)
      expect(lines).not.toContain(code)
    }
  }
  await clear(product)
  // New codes end the unused ones of the same pupil and holder, and no others.
  {
    const { call, li, han, codesOf, mother } = product
    const [first = ''] = await codesOf([li, han])
    const [own = ''] = await codesOf([li], 'self')
    const again = await make(call, { ids: [li], holder: 'guardian', each: 4 })
    expect(again).toMatchObject({ code: 200, data: { cancelled: 1 } })
    expect((await check(mother, first)).code).toBe(422)
    expect((await check(mother, own)).code).toBe(200)
    const { slips } = again.data as { slips: { code: string }[] }
    for (const { code } of slips) expect((await check(mother, code)).code).toBe(200)
  }
  await clear(product)
  // Codes that were lost are revoked without new ones; what was linked with others stays.
  {
    const { call, li, han, link, codesOf, codesStored, db, mother, links } = product
    await link(mother, han)
    const [first = '', other = ''] = await codesOf([li, han])
    const [own = ''] = await codesOf([li], 'self')
    expect(await revoke(call, { ids: [li, li] })).toMatchObject({
      code: 200,
      msg: m.family_codesRevoked({ count: 2 }, en),
      data: { revoked: 2 },
    })
    for (const code of [first, own])
      expect(await check(mother, code)).toMatchObject({
        code: 422,
        data: { errors: { code: [m.family_codeWrong({}, en)] } },
      })
    expect(await revoke(call, { ids: [li] })).toMatchObject({ code: 200, msg: m.family_noCodes({}, en) })
    // An expired code is no news, and goes too.
    await db.execute(sql`update family_code set expire_time = now() - interval '1 second'`)
    expect(await revoke(call, { query: {}, count: 2 })).toMatchObject({ code: 200, data: { revoked: 0 } })
    expect([await codesStored(), (await check(mother, other)).code]).toEqual([0, 422])
    expect(await links()).toEqual(['S2 mother mother'])
  }
  await clear(product)
  // Who makes codes revokes them, within the data scope and for as many as were seen.
  {
    const api = product
    const { eastOfficer, li, han, codesOf, codesStored } = api
    await codesOf([li, han])
    expect((await revoke(eastOfficer, { ids: [li, han] })).code).toBe(404)
    expect(await revoke(eastOfficer, { query: {}, count: 2 })).toMatchObject({
      code: 409,
      msg: m.error_bulkCount({ count: 1 }, en),
    })
    for (const node of ['baseInfo/student/index', 'baseInfo/guardian/code'] as const) {
      await addOfficer(api, { username: node.slice(9, 15), nodes: [node], scope: 'all' })
      expect((await revoke(await api.signIn('admin', node.slice(9, 15)), { ids: [li] })).code, node).toBe(403)
    }
    expect(await codesStored()).toBe(2)
    // It takes away what a code gives, so it needs no fresh proof.
    expect(await revoke(callerOf(api.api, eastOfficer.tokens), { query: {} })).toMatchObject({ data: { revoked: 1 } })
    expect(await codesStored()).toBe(1)
  }
  await clear(product)
  // Of a code that is used and revoked at once, there is a link or there is none, and the code is gone.
  {
    const { call, li, codeOf, codesStored, mother, links, bind } = product
    const code = await codeOf(li)
    const [bound, revoked] = await Promise.all([bind(mother, code, 'mother'), revoke(call, { ids: [li] })])
    expect(revoked).toMatchObject({ code: 200, data: { revoked: bound.code === 200 ? 0 : 1 } })
    expect((await links()).length).toBe(bound.code === 200 ? 1 : 0)
    expect(await codesStored()).toBe(0)
  }
  await clear(product)
  // Two who make codes for a pupil at once leave those of one.
  {
    const { call, eastOfficer, li, codesStored, mother } = product
    const both = await Promise.all(
      [call, eastOfficer].map((by) => make(by, { ids: [li], holder: 'guardian', each: 3 })),
    )
    expect(both.map(({ code }) => code)).toEqual([200, 200])
    expect(await codesStored()).toBe(3)
    const works: number[] = []
    for (const { data } of both) {
      const [slip] = (data as { slips: { code: string }[] }).slips
      works.push((await check(mother, slip?.code ?? '')).code)
    }
    expect(works.toSorted()).toEqual([200, 422])
  }
  await clear(product)
  // A repeat of the request is told so, and makes no other codes.
  {
    const { call, li, mother } = product
    const key = { 'Idempotency-Key': 'codes-1' }
    const body = { ids: [li], holder: 'self' }
    const first = await make(call, body, key)
    expect(await make(call, body, key)).toMatchObject({ code: 409, msg: m.family_codesShown({}, en), data: null })
    const [slip] = (first.data as { slips: { code: string }[] }).slips
    expect((await check(mother, slip?.code ?? '')).code).toBe(200)
  }
  await clear(product)
  // A pupil has one own code, a guardian up to four.
  {
    const { call, li } = product
    expect(await make(call, { ids: [li], holder: 'self', each: 2 })).toMatchObject({
      code: 422,
      data: { errors: { each: [m.family_oneForSelf({}, en)] } },
    })
    for (const each of [0, 5]) expect((await make(call, { ids: [li], holder: 'guardian', each })).code).toBe(422)
    expect((await make(call, { ids: [li], holder: 'teacher' })).code).toBe(422)
  }
  await clear(product)
  // Codes need their node, the list of pupils, a fresh proof, and pupils in the data scope.
  {
    const api = product
    const { eastOfficer, li, han, codesStored } = api
    expect(await make(eastOfficer, { ids: [li, han], holder: 'guardian' })).toMatchObject({ code: 404 })
    const office = async (username: string, node: 'baseInfo/student/index' | 'baseInfo/guardian/code') => {
      await addOfficer(api, { username, nodes: [node], scope: 'all' })
      return api.signIn('admin', username)
    }
    expect(await make(await office('reader', 'baseInfo/student/index'), { ids: [li], holder: 'self' })).toMatchObject({
      code: 403,
    })
    // Slips say names, which this officer does not see elsewhere.
    expect(await make(await office('maker', 'baseInfo/guardian/code'), { ids: [li], holder: 'self' })).toMatchObject({
      code: 403,
    })
    const unproven = callerOf(api.api, eastOfficer.tokens)
    expect(await make(unproven, { ids: [li], holder: 'self' })).toMatchObject({ code: 403, data: { reason: 'stepUp' } })
    expect(await codesStored()).toBe(0)
    expect((await make(eastOfficer, { ids: [li], holder: 'guardian' })).code).toBe(200)
  }
  await clear(product)
  // Expired codes are deleted by the clean-up.
  {
    const { db, files, li, han, codesOf, codesStored } = product
    await codesOf([li, han])
    await db.execute(sql`update family_code set expire_time = now() - interval '1 second' where student_id = ${li}`)
    expect(await purge(db, { files, more: { familyCodes: purgeFamilyCodes } })).toEqual([])
    expect(await codesStored()).toBe(1)
  }
})

test('the whole search is taken while it finds as many as were seen, and up to two thousand', async () => {
  const product = await startFamilies()
  // The whole search is taken while it finds as many as the client has seen.
  {
    const { call, eastOfficer, pupil, east } = product
    await pupil({ number: 'S5', name: 'Li Na', orgId: east.two })
    const query = { quickSearch: 'Li' }
    expect(await make(call, { query, count: 3, holder: 'guardian' })).toMatchObject({
      code: 409,
      msg: m.error_bulkCount({ count: 2 }, en),
      data: { reason: 'count', count: 2 },
    })
    expect(await make(call, { query, count: 2, holder: 'guardian' })).toMatchObject({
      code: 200,
      data: { students: 2 },
    })
    expect(await make(eastOfficer, { query: {}, holder: 'guardian' })).toMatchObject({ data: { students: 2 } })
    expect(await make(call, { query: { quickSearch: 'nobody' }, holder: 'self' })).toMatchObject({
      code: 422,
      data: { errors: { query: [m.family_noStudents({}, en)] } },
    })
    for (const rows of [{}, { ids: [1], query }])
      expect(await make(call, { ...rows, holder: 'self' })).toMatchObject({
        code: 422,
        data: { errors: { ids: [m.error_bulkRows({}, en)] } },
      })
  }
  await product.db.execute(sql`delete from student where number = 'S5'`)
  // Two thousand pupils get codes at once, and more are too many.
  {
    const { call, db, east, year, codesStored } = product
    const add = (count: number, from: string) =>
      db.execute(sql`insert into student (number, name, year_id, org_id, since)
        select ${from}::text || n, 'Pupil ' || n, ${year}::bigint, ${east.two}::bigint, '2024-09-01'
        from generate_series(1, ${count}::int) n`)
    await add(1998, 'A')
    const all = { query: {}, holder: 'guardian', each: 4 }
    const answer = await make(call, all)
    expect(answer).toMatchObject({ code: 200, data: { students: 2000 } })
    expect(await codesStored()).toBe(8000)
    await add(1, 'B')
    const refused = { errors: { query: [m.error_bulkTooMany({ max: 2000 }, en)] } }
    expect(await make(call, all)).toMatchObject({ code: 422, data: refused })
    const { rows } = await db.execute<{ id: number }>(sql`select id from student`)
    expect(await make(call, { ids: rows.map(({ id }) => Number(id)), holder: 'self' })).toMatchObject({
      code: 422,
      data: { errors: { ids: [m.error_bulkTooMany({ max: 2000 }, en)] } },
    })
  }
})
