import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { config } from '#src/db/config.table.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { idOf, rowOf, rowsBy } from '../support/base-info.ts'
import { addOfficer } from '../support/officer.ts'

const start = async () => {
  const api = await startApi()
  return { ...api, call: await api.signIn() }
}

test('a new database has base information whose use is told; rows are refused at their fields and chosen in pages', async () => {
  const made = await start()
  // A new database has the levels, subjects and student years of Chinese schools.
  {
    const { call } = made
    const levels = await rowsBy(call, 'educate-level', 'code')
    expect(levels.junior).toMatchObject({ name: '初中', years: 3, gradeNames: ['七年级', '八年级', '九年级'] })
    const subjects = await rowsBy(call, 'subject', 'code')
    expect(subjects.WL).toMatchObject({ name: '物理', type: 'first', fullMark: 100 })
    expect(subjects.WL?.levelIds).toEqual([levels.junior?.id, levels.senior?.id])
    const years = Object.values(await rowsBy(call, 'student-year', 'name'))
    expect(years.map((row) => row.phase)).toEqual(years.map(() => 'current'))
    const ofJunior = years.filter((row) => row.levelId === levels.junior?.id)
    expect(ofJunior.map((row) => row.grade)).toEqual(['七年级', '八年级', '九年级'])
  }
  // What is used is not deleted: where, how often and by whom is told by name.
  {
    const { call } = made
    const { junior } = await rowsBy(call, 'educate-level', 'code')
    const answer = await call('DELETE', `/adminApi/educate-level/del?ids[]=${junior?.id}`)
    expect(answer).toMatchObject({ status: 409, data: { reason: 'referenced' } })
    const { uses } = answer.data as { uses: { resource: string; count: number; names: string[] }[] }
    expect(uses.map((use) => [use.resource, use.count])).toEqual([
      ['exam-scheme', 1],
      ['exam-scheme', 1],
      ['student-year', 3],
      ['subject', 14],
    ])
    expect(uses[3]?.names).toEqual(['语文', '数学', '英语'])
    expect(answer.msg).toMatch(
      /^“初中” is in use and cannot be deleted: .*student years \(3: 初中\d{4}级, .*subjects \(14: 语文, 数学, 英语 …\)/,
    )
    const unused = idOf(
      await call('POST', '/adminApi/educate-level/add', { code: 'x', name: 'X', years: 1, gradeNames: ['1'] }),
    )
    expect(await call('DELETE', `/adminApi/educate-level/del?ids[]=${unused}`)).toMatchObject({ code: 200 })
  }
  // A subject inside an exam scheme is used, in the scheme and in what was published of it.
  {
    const { call } = made
    const { WL } = await rowsBy(call, 'subject', 'code')
    const answer = await call('DELETE', `/adminApi/subject/del?ids[]=${WL?.id}`)
    const { uses } = answer.data as { uses: { where: string; count: number }[] }
    expect(uses.map((use) => [use.where, use.count])).toEqual([
      ['Exam schemes', 4],
      ['Published revisions of exam schemes', 4],
    ])
  }
  // A subject is refused at its field.
  {
    const { call } = made
    const valid = { code: 'X', name: 'X', type: 'school', fullMark: 50 }
    for (const [what, change, status, field, sentence] of refusedSubjects) {
      const answer = await call('POST', '/adminApi/subject/add', { ...valid, ...change })
      expect(answer, what).toMatchObject({ status, data: { errors: { [field]: [sentence] } } })
    }
  }
  // A student year is refused at its field.
  {
    const { call } = made
    const { junior } = await rowsBy(call, 'educate-level', 'code')
    const add = (body: object) => call('POST', '/adminApi/student-year/add', { levelId: junior?.id, ...body })
    expect(await add({ entryYear: 2001, graduationYear: 2001 })).toMatchObject({
      data: { errors: { graduationYear: ['Graduation must be after entry'] } },
    })
    expect(await add({ entryYear: '20x1' })).toMatchObject({
      data: { errors: { entryYear: ['Please enter a four-digit year'] } },
    })
    const known = Object.values(await rowsBy(call, 'student-year', 'name'))
    const taken = known.find((row) => row.levelId === junior?.id)
    expect(await add({ entryYear: taken?.entryYear })).toMatchObject({
      code: 409,
      data: { errors: { entryYear: ['This Entry year already exists'] } },
    })
  }
  // Choices come in pages, by search, by name, and only those in use.
  {
    const { call } = made
    const subjects = await rowsBy(call, 'subject', 'code')
    const select = async (query: string) =>
      (await call('GET', `/adminApi/exam-scheme/select?field=subjects.subjectId&${query}`)).data as {
        list: { value: number | string; label: string }[]
        more: boolean
      }
    const first = await select('limit=10')
    expect(first.list.slice(0, 2)).toEqual([
      { value: subjects.YW?.id, label: '语文', hint: 'YW' },
      { value: subjects.SX?.id, label: '数学', hint: 'SX' },
    ])
    expect(first.more).toBe(true)
    const second = await select('limit=10&page=2')
    expect([...first.list, ...second.list].map((one) => one.label)).toHaveLength(19)
    expect(second.more).toBe(false)
    expect((await select('quickSearch=wl')).list.map((one) => one.label)).toEqual(['物理'])
    await call('POST', '/adminApi/subject/edit', { id: subjects.WL?.id, status: 0 })
    expect((await select('quickSearch=wl')).list).toEqual([])
    // A selected value keeps its label, even when the row is switched off.
    const named = await select(`values=${subjects.WL?.id},999,abc`)
    expect(named).toEqual({ list: [{ value: String(subjects.WL?.id), label: '物理' }], more: false })
  }
  // A subject of half marks travels as a number.
  {
    const { call } = made
    const body = { code: 'X', name: 'X', type: 'school', fullMark: '62.5', levelIds: [] }
    const id = idOf(await call('POST', '/adminApi/subject/add', body))
    expect(await rowOf(call, 'subject', id)).toMatchObject({ fullMark: 62.5, color: '', status: 1 })
  }
})

test('base information is completed, ordered and kept from deletion, for whoever may see and write it', async () => {
  const made = await start()
  // A student year is completed from its level, and its grade and phase follow from the date.
  {
    const { call, db } = made
    const { rows } = await db.execute<{ year: number }>(sql`select school_year() as year`)
    const now = rows[0]?.year ?? 0
    const { preschool } = await rowsBy(call, 'educate-level', 'code')
    const add = async (entryYear: number, more: object = {}) => {
      const body = { levelId: preschool?.id, entryYear, ...more }
      return rowOf(call, 'student-year', idOf(await call('POST', '/adminApi/student-year/add', body)))
    }
    expect(await add(now)).toMatchObject({
      name: `学前${now}级`,
      graduationYear: now + 3,
      phase: 'current',
      grade: '小班',
    })
    expect(await add(now - 9, { graduationYear: now - 4 })).toMatchObject({
      name: `学前${now - 9}级`,
      graduationYear: now - 4,
    })
    expect(await add(now - 2, { name: 'Ours' })).toMatchObject({ name: 'Ours', phase: 'current', grade: '大班' })
    expect(await add(now - 3)).toMatchObject({ phase: 'graduated', grade: '' })
    expect(await add(now + 1)).toMatchObject({ phase: 'upcoming', grade: '' })
    const find = async (condition: object) => {
      const filter = encodeURIComponent(JSON.stringify(condition))
      const answer = await call('GET', `/adminApi/student-year/index?order=name,asc&filter=${filter}`)
      return (answer.data as { list: { name: string }[] }).list.map((row) => row.name)
    }
    expect(await find({ field: 'phase', operator: 'IN', val: ['graduated', 'upcoming'] })).toEqual([
      `学前${now - 9}级`,
      `学前${now - 3}级`,
      `学前${now + 1}级`,
    ])
    expect(await find({ field: 'grade', val: '大班' })).toEqual(['Ours'])
  }
  // Subjects come in their order, and are moved by writing one row.
  {
    await made.db.execute(sql`delete from organization`)
    const { call, db } = made
    const subjects = await rowsBy(call, 'subject', 'code')
    expect(Object.keys(subjects).slice(0, 3)).toEqual(['YW', 'SX', 'YY'])
    const moved = await call('POST', '/adminApi/subject/sortable', { id: subjects.YY?.id, targetId: subjects.YW?.id })
    expect(moved.code).toBe(200)
    expect(Object.keys(await rowsBy(call, 'subject', 'code')).slice(0, 3)).toEqual(['YY', 'YW', 'SX'])
    const { rows } = await db.execute(sql`select count(*) as moved from subject where version > 1`)
    expect(rows).toEqual([{ moved: 1 }])
  }
  // A level has a name for each of its years, whichever of the two an edit changes.
  {
    await made.db.execute(sql`delete from organization`)
    const { call } = made
    const { junior } = await rowsBy(call, 'educate-level', 'code')
    const sentence = '4 years need 4 grade names (3 given)'
    expect(await call('POST', '/adminApi/educate-level/edit', { id: junior?.id, years: 4 })).toMatchObject({
      code: 422,
      data: { errors: { gradeNames: [sentence] } },
    })
    const four = { id: junior?.id, years: 4, gradeNames: ['六年级', '七年级', '八年级', '九年级'] }
    expect(await call('POST', '/adminApi/educate-level/edit', four)).toMatchObject({ code: 200 })
  }
  // The constraints refuse it too, when the words come too late.
  {
    await made.db.execute(sql`delete from organization`)
    const { db } = made
    const remove = (code: string) => db.execute(sql`delete from subject where code = ${code}`)
    await expect(remove('WL')).rejects.toMatchObject({ cause: { code: '23503' } })
    await expect(remove('LD')).resolves.toBeDefined()
    const wrong = sql`update exam_scheme set subjects = '[{"subjectId": 999}]'`
    await expect(db.execute(wrong)).rejects.toMatchObject({ cause: { code: '23503' } })
  }
  // Choices of a tree come level by level, each saying whether there is more below.
  {
    await made.db.execute(sql`delete from organization`)
    const { call } = made
    const add = async (code: string, pid: number | null) =>
      idOf(await call('POST', '/adminApi/organization/add', { code, name: code, type: 'school', pid }))
    const top = await add('T', null)
    const below = await add('B', top)
    const parent = async (of: string) => {
      const answer = await call('GET', `/adminApi/organization/select?field=pid&parent=${of}`)
      return (answer.data as { list: object[] }).list
    }
    expect(await parent('')).toEqual([{ value: top, label: 'T', hint: 'T', children: true }])
    expect(await parent(String(top))).toEqual([{ value: below, label: 'B', hint: 'B' }])
  }
  // Where something is used is counted for everybody, and named as far as somebody may see.
  {
    await made.db.execute(sql`delete from organization`)
    const ids = await addOrganizations(made.call)
    const level = idOf(
      await made.call('POST', '/adminApi/educate-level/add', { code: 'x', name: 'X', years: 1, gradeNames: ['1'] }),
    )
    for (const id of [ids.S1, ids.S2]) await made.call('POST', '/adminApi/organization/edit', { id, levelIds: [level] })
    await made.db.execute(sql`insert into rule (area, pid, type, title, name, sort_key)
      select 'admin', id, 'button', 'button_del', name || '/del', 'a9' from rule where name = 'baseInfo/educate-level'`)
    const nodes = ['baseInfo/educate-level/index', 'baseInfo/educate-level/del'] as const
    await addOfficer(made, { username: 'officer', nodes: [...nodes], scope: 'orgBelow', deptId: ids.D1 })
    const officer = await made.signIn('admin', 'officer')
    const remove = `/adminApi/educate-level/del?ids[]=${level}`
    expect(await officer('DELETE', remove)).toMatchObject({
      status: 409,
      data: { uses: [{ resource: 'organization', count: 2, names: ['Name S1'] }] },
    })
    expect((await made.call('DELETE', remove)).data).toMatchObject({ uses: [{ names: ['Name S1', 'Name S2'] }] })
  }
  // An officer with the index only reads; writing takes the nodes that the menu did not start with.
  {
    const api = made
    await addOfficer(api, { username: 'reader', nodes: ['baseInfo/subject/index'], scope: 'all' })
    const call = await api.signIn('admin', 'reader')
    expect(await call('GET', '/adminApi/subject/index')).toMatchObject({ code: 200 })
    expect(await call('POST', '/adminApi/subject/add', { code: 'X' })).toMatchObject({ code: 403 })
    expect(await call('GET', '/adminApi/exam-scheme/revisions?id=1')).toMatchObject({ code: 403 })
  }
  // The school year begins in September, in the time zone of the site.
  {
    const { db } = made
    const yearAt = async (at: string) => {
      const { rows } = await db.execute(sql`select school_year(${at}::timestamptz) as year`)
      return rows[0]?.year
    }
    expect(await yearAt('2026-08-31T15:59:59Z')).toBe(2025)
    expect(await yearAt('2026-08-31T16:00:00Z')).toBe(2026)
    expect(await yearAt('2027-01-01T00:00:00Z')).toBe(2026)
    await db.update(config).set({ value: 'America/New_York' }).where(sql`name = 'timeZone'`)
    expect(await yearAt('2026-08-31T16:00:00Z')).toBe(2025)
  }
})

const refusedSubjects = [
  ['a code that is taken', { code: 'YW' }, 409, 'code', 'This Code already exists'],
  ['a mark of nothing', { fullMark: 0 }, 422, 'fullMark', 'Must be at least 1'],
  ['a mark with two decimals', { fullMark: '100.25' }, 422, 'fullMark', 'At most 1 decimal'],
  ['a colour that is none', { color: 'red' }, 422, 'color', 'Please enter the correct color, such as #409eff'],
  [
    'a level that does not exist',
    { levelIds: [1, 999] },
    422,
    'levelIds',
    'The selected item does not exist or is not available to you',
  ],
] as const
