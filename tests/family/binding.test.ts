import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Caller } from '../support/api.ts'
import { idOf } from '../support/base-info.ts'
import { bind, check, ownLinks, seenLinks, startFamilies } from '../support/families.ts'
import { configure } from '../support/outbox.ts'

const en = { locale: 'en' } as const
const wrong = { code: 422, data: { errors: { code: [m.family_codeWrong({}, en)] } } }

/** A member is made once. */
async function families() {
  const made = await startFamilies()
  const known = new Map<string, Caller>()
  const member = async (username: string) => {
    const caller = known.get(username) ?? (await made.member(username))
    known.set(username, caller)
    return caller
  }
  return { ...made, member }
}

/** Takes links, codes, failures and notices away. */
async function clear({ db }: Pick<Awaited<ReturnType<typeof families>>, 'db'>) {
  for (const table of ['guardian', 'family_code', 'throttle', 'notice'])
    await db.execute(sql.raw(`delete from ${table}`))
}

test('a code links a member once, as what it is for; wrong ones look the same; who is linked is told, and leaves', async () => {
  const product = await families()
  // A code shows whom it is for, with a part of the name, and stays unused.
  {
    const { mother, li, han, codeOf, links } = product
    const code = await codeOf(li)
    const shown = { name: 'L*', school: 'East School', holder: 'guardian' }
    for (const typed of [code, code.toLowerCase(), ` ${code.replaceAll('-', ' ')} `, code.replaceAll('-', '')])
      expect(await check(mother, typed)).toMatchObject({ code: 200, data: shown })
    const fullWidth = code.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    expect(await check(mother, fullWidth)).toMatchObject({ code: 200, data: shown })
    expect((await check(mother, await codeOf(han, 'self'))).data).toEqual({
      name: '韩*',
      school: 'West School',
      holder: 'self',
    })
    expect(await links()).toEqual([])
  }
  await clear(product)
  // A guardian uses a code once, sees the pupil, and the school sees the guardian.
  {
    const { mother, eastOfficer, westOfficer, li, codeOf, links, motherId, east } = product
    const code = await codeOf(li)
    const bound = await bind(mother, code, 'mother')
    expect(bound).toMatchObject({ code: 200, msg: m.family_bound({ name: 'Li Lei' }, en) })
    const linked = { name: 'Li Lei', school: 'East School', class: 'Class 1', relation: 'mother' }
    expect(bound.data).toMatchObject(linked)
    expect(await ownLinks(mother)).toEqual([{ ...linked, id: idOf(bound), createTime: expect.any(String) }])
    expect(await links()).toEqual(['S1 mother mother'])
    expect(await bind(mother, code)).toMatchObject(wrong)
    expect(await seenLinks(eastOfficer)).toMatchObject([
      { studentId: li, accountId: motherId, name: 'Li Lei', number: 'S1', schoolId: east.id, orgId: east.one },
    ])
    expect(await seenLinks(westOfficer)).toEqual([])
  }
  await clear(product)
  // A code of the pupil makes the own account, one of a guardian asks what the member is.
  {
    const { mother, li, codeOf, links } = product
    const own = await codeOf(li, 'self')
    const given = (code: string, relation?: string) => mother('POST', '/api/family/bind', { code, relation })
    expect(await given(own, 'father')).toMatchObject({
      code: 422,
      data: { errors: { relation: [m.family_codeOfStudent({}, en)] } },
    })
    const guardian = await codeOf(li)
    expect(await given(guardian)).toMatchObject({ data: { errors: { relation: [m.rule_required({}, en)] } } })
    expect(await given(guardian, 'self')).toMatchObject({
      data: { errors: { relation: [m.family_codeOfGuardian({}, en)] } },
    })
    expect((await given(guardian, 'aunt')).code).toBe(422)
    // Nothing was used up.
    expect(await given(own)).toMatchObject({ code: 200, data: { relation: 'self' } })
    expect(await links()).toEqual(['S1 mother self'])
  }
  await clear(product)
  // Wrong, used, expired and cancelled codes look the same.
  {
    const { mother, db, li, han, codeOf, codesOf, link, member } = product
    const used = await codeOf(li)
    const father = await member('father')
    expect((await bind(father, used, 'father')).code).toBe(200)
    const cancelled = await codeOf(han)
    await codesOf([han])
    const expired = await codeOf(li, 'self')
    await db.execute(sql`update family_code set expire_time = now() where holder = 'self'`)
    const answers = []
    for (const code of [used, cancelled, expired, 'ABCD-EFGH-JKMN-PQRS', '家庭码']) {
      answers.push(await check(mother, code), await bind(mother, code))
      // A right code in between, so that the wrong ones do not have to wait.
      await link(mother, han)
      await db.execute(sql`delete from guardian where student_id = ${han}`)
    }
    const { data, msg } = answers[0] ?? {}
    for (const answer of answers) expect(answer).toMatchObject({ ...wrong, data, msg })
  }
  await clear(product)
  // Two who use a code at once leave one link.
  {
    const { mother, member, li, codeOf, links } = product
    const [father, aunt] = [await member('father'), await member('aunt')]
    const code = await codeOf(li)
    const answers = await Promise.all([mother, father, aunt, mother].map((by) => bind(by, code)))
    expect(answers.map((one) => one.code).toSorted()).toEqual([200, 422, 422, 422])
    expect(await links()).toHaveLength(1)
  }
  await clear(product)
  // A repeat of the request is answered as the first one.
  {
    const { mother, li, codeOf, links } = product
    const body = { code: await codeOf(li), relation: 'mother' }
    const key = { 'Idempotency-Key': 'bind-1' }
    const first = await mother('POST', '/api/family/bind', body, key)
    const again = await mother('POST', '/api/family/bind', body, key)
    expect(again).toMatchObject({ code: 200, data: first.data })
    expect(await links()).toEqual(['S1 mother mother'])
    // Of a wrong code nothing is kept.
    const lost = { 'Idempotency-Key': 'bind-2' }
    for (const _ of [1, 2])
      expect(await mother('POST', '/api/family/bind', { code: 'X', relation: 'mother' }, lost)).toMatchObject(wrong)
  }
  await clear(product)
  // The member and the other family accounts of the pupil are told.
  {
    const { mother, member, li, link } = product
    const father = await member('father')
    await link(mother, li)
    await link(father, li, 'father')
    const titles = async (by: typeof mother) => {
      const { data } = await by('GET', '/api/notice/index')
      return (data as { list: { title: string; text: string; look: string; link: string }[] }).list
        .filter(({ look }) => look === 'family')
        .map(({ title, text, link: to }) => [title, text, to])
    }
    const own = [m.notice_familyOwn({ student: 'Li Lei' }, en), m.notice_familyOwnText({}, en), '/user/account/family']
    expect(await titles(father)).toEqual([own])
    expect(await titles(mother)).toEqual([
      [m.notice_familyOther({ student: 'Li Lei' }, en), m.notice_familyOtherText({}, en), '/user/account/family'],
      own,
    ])
  }
  await clear(product)
  // Members choose whether they get such notices by e-mail too, and do until they have chosen.
  {
    const { mother } = product
    const { data } = await mother('GET', '/api/notice/mail')
    expect((data as { kinds: object[] }).kinds).toContainEqual({
      kind: 'family',
      label: m.noticeMail_family({}, en),
      help: m.noticeMail_familyHelp({}, en),
      on: true,
    })
  }
  await clear(product)
  // A member removes an own link alone, and needs a new code.
  {
    const { mother, member, li, link, links, eastOfficer } = product
    const id = await link(mother, li)
    const father = await member('father')
    expect(await father('POST', '/api/family/revoke', { id })).toMatchObject({ code: 404 })
    const gone = await mother('POST', '/api/family/revoke', { id })
    expect(gone).toMatchObject({ code: 200, msg: m.family_left({}, en) })
    expect(await mother('POST', '/api/family/revoke', { id })).toMatchObject({ code: 404 })
    expect(await links()).toEqual([])
    expect(await ownLinks(mother)).toEqual([])
    expect(await seenLinks(eastOfficer)).toEqual([])
  }
})

test('links have limits, failures make wait, and without the page a member has none of its calls', async () => {
  const product = await families()
  // Failures at an address count together.
  {
    const { db, mother, member, li, codeOf } = product
    const code = await codeOf(li)
    await check(mother, 'wrong')
    const father = await member('father')
    expect((await check(father, 'wrong')).code).toBe(422)
    const { rows } = await db.execute<{ failures: number }>(sql`select failures from throttle order by failures desc`)
    expect(rows.map(({ failures }) => failures)).toEqual([2, 1, 1])
    await db.execute(
      sql`update throttle set failures = 60, blocked_until = now() + interval '1 minute' where failures = 2`,
    )
    expect(await check(await member('aunt'), code)).toMatchObject({ code: 429 })
  }
  await clear(product)
  // A member is linked to a pupil once, and is one pupil at most; a pupil has one own account.
  {
    const { mother, member, li, han, codeOf, link, links } = product
    await link(mother, li)
    const again = await codeOf(li)
    for (const answer of [await check(mother, again), await bind(mother, again)])
      expect(answer).toMatchObject({ code: 409, msg: m.family_linked({}, en) })
    await link(mother, han, 'self')
    const [third, father] = [await codeOf(han, 'self'), await member('father')]
    expect(await bind(father, third, 'self')).toMatchObject({ code: 409, msg: m.family_taken({}, en) })
    await link(father, li, 'self')
    const other = await codeOf(han, 'self')
    expect(await check(father, other)).toMatchObject({ code: 409 })
    expect(await links()).toEqual(['S1 mother mother', 'S2 mother self', 'S1 father self'])
  }
  await clear(product)
  // A member who is a pupil cannot be another one.
  {
    const { mother, li, han, codeOf, link } = product
    await link(mother, li, 'self')
    expect(await bind(mother, await codeOf(han, 'self'), 'self')).toMatchObject({
      code: 409,
      msg: m.family_student({}, en),
    })
  }
  await clear(product)
  // A pupil has six guardians and a member ten pupils, and refused codes stay unused.
  {
    const api = product
    const { mother, motherId, db, li, han, year, east, codeOf, codesOf, fill, link, member, links } = api
    const { rows } = await db.execute<{ id: string }>(sql`
      insert into account (kind, username) select 'user', 'kin' || n from generate_series(1, 6) n returning id`)
    await fill({ students: [li], members: rows.map(({ id }) => Number(id)) })
    const crowded = await codeOf(li)
    expect(await bind(mother, crowded)).toMatchObject({ code: 409, msg: m.family_crowded({ count: 6 }, en) })
    // The pupil's own account is no guardian.
    await link(await member('lilei'), li, 'self')
    await db.execute(sql`delete from guardian where account_id = ${Number(rows[0]?.id)}`)
    expect((await bind(mother, crowded)).code).toBe(200)

    const { rows: pupils } = await db.execute<{ id: string }>(sql`
      insert into student (number, name, year_id, org_id, since)
      select 'M' || n, 'Pupil', ${year}::bigint, ${east.two}::bigint, '2024-09-01' from generate_series(1, 8) n returning id`)
    await fill({ students: pupils.map(({ id }) => Number(id)), members: [motherId] })
    // Nine pupils: of two codes at once, one is too many.
    const [one = '', two = ''] = [
      await codeOf(han),
      (await codesOf([idOf(await api.pupil({ number: 'S9', name: 'Ye', orgId: east.two }))]))[0],
    ]
    const both = await Promise.all([bind(mother, one), bind(mother, two)])
    expect(both.map((answer) => answer.code).toSorted()).toEqual([200, 409])
    expect(both.find((answer) => answer.code === 409)?.msg).toBe(m.family_full({ count: 10 }, en))
    expect((await links()).filter((line) => line.includes(' mother '))).toHaveLength(10)
  }
  await clear(product)
  // Of two members who would be the sixth guardian or the pupil at once, one is.
  {
    const { mother, member, db, li, codesOf, fill, links } = product
    const { rows } = await db.execute<{ id: string }>(sql`
      insert into account (kind, username) select 'user', 'near' || n from generate_series(1, 5) n returning id`)
    await fill({ students: [li], members: rows.map(({ id }) => Number(id)) })
    const father = await member('father')
    const [one = '', two = ''] = await codesOf([li], 'guardian', 2)
    const both = await Promise.all([bind(mother, one), bind(father, two)])
    expect(both.map((answer) => answer.code).toSorted()).toEqual([200, 409])
    expect(await links()).toHaveLength(6)
  }
  await clear(product)
  // Failures of an account make it wait, wherever it is, and a right code that is only looked at does not help.
  {
    const { db, mother, member, li, codeOf } = product
    await configure({ db }, { memberSignInTries: 3 })
    const code = await codeOf(li)
    let answer = await check(mother, 'wrong')
    for (let tries = 1; answer.code === 422 && tries < 30; tries++) {
      await check(mother, code)
      answer = await check(mother, 'wrong')
    }
    expect(answer.code).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await bind(mother, code)).toMatchObject({ code: 429 })
    const father = await member('father')
    expect((await check(father, code)).code).toBe(200)
    await db.execute(sql`update throttle set blocked_until = now() - interval '1 second'`)
    expect((await bind(mother, code)).code).toBe(200)
  }
  await clear(product)
  // Without the page, a member has none of its calls.
  {
    const { mother, db, li, codeOf } = product
    const code = await codeOf(li)
    await db.execute(sql`update rule set status = 0 where name = 'account/family'`)
    for (const answer of [
      await mother('GET', '/api/family/index'),
      await check(mother, code),
      await bind(mother, code),
      await mother('POST', '/api/family/revoke', { id: 1 }),
    ])
      expect(answer.code).toBe(403)
  }
})
