import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isIdNumber } from '#src/lib/id-number.ts'
import { signIn } from '../../scripts/lib/demo-client.ts'
import { loadDistrict } from '../../scripts/lib/demo-district.ts'
import { loadExams } from '../../scripts/lib/demo-exams.ts'
import { demoMark } from '../../scripts/lib/demo-marks.ts'
import { demoSchools, studentLines } from '../../scripts/lib/demo-people.ts'
import { plannedExams } from '../../scripts/lib/demo-plan.ts'
import { loadStaff } from '../../scripts/lib/demo-staff.ts'
import { startApi } from '../support/api.ts'
import { passwords } from '../support/passwords.ts'
import { serveHttp } from '../support/serve.ts'

test('the demo has 6,000 students of invented names, whose numbers are unique and belong to nobody', () => {
  const [, ...lines] = studentLines(2026)
  const numbers = lines.map((line) => line.split(',')[0] ?? '')
  expect(lines).toHaveLength(6000)
  expect(new Set(numbers).size).toBe(6000)
  expect(numbers.filter(isIdNumber)).toEqual([])
  // The same at every run, so that a second one finds everything.
  expect(studentLines(2026)).toEqual([studentLines(2026)[0], ...lines])
})

/** All schools, with so many pupils in each class. */
const schoolsWith = (perClass: number) => demoSchools.map((school) => ({ ...school, perClass }))
const smallest = schoolsWith(1)

test('the demo loads its district over the contract, and a second run changes nothing', async () => {
  const { api, db, jobs } = await startApi()
  await jobs.start()
  const url = await serveHttp((request) => api.fetch(request))
  const call = await signIn({ url, client: 'admin:admin', username: 'admin', password: passwords.admin })
  const today = new Date('2026-11-01T00:00:00Z')
  const said: string[] = []
  const first = await loadDistrict(call, today, (line) => said.push(line), smallest)
  expect(first).toMatchObject({ organizations: { new: 157 }, students: { new: 144 } })
  expect(said.at(-1)).toContain('144 of 144')
  const { rows } = await db.execute(sql`
    select count(distinct school_of(s.org_id))::int as schools, count(distinct s.org_id)::int as classes, count(distinct s.year_id)::int as years
    from student s join organization o on o.id = s.org_id and o.type = 'class'`)
  expect(rows).toEqual([{ schools: 12, classes: 144, years: 6 }])
  expect(await loadDistrict(call, today, () => undefined, smallest)).toMatchObject({
    organizations: { new: 0, changed: 0 },
    students: { new: 0, changed: 0, unchanged: 144 },
  })
})

/** One school of each level, with six pupils in each class. */
const few = schoolsWith(6).filter(({ code }) => code === 'YSD-J1' || code === 'YSD-S1')

test('the demo publishes synthetic exams of known effects over the contract, and a second run finds them', async () => {
  const { api, db, jobs } = await startApi()
  await jobs.start()
  const url = await serveHttp((request) => api.fetch(request))
  const call = await signIn({ url, client: 'admin:admin', username: 'admin', password: passwords.admin })
  const today = new Date('2026-11-21T00:00:00Z')
  const quiet = () => undefined
  await loadDistrict(call, today, quiet, few)
  const told: string[] = []
  const staff = await loadStaff(call, today, (line) => told.push(line), few)
  // A head besides the known one, and 27 teachers in each school, of whom one is known. Each has four classes.
  expect(staff).toMatchObject({ accounts: 54, terms: 6, assignments: 216 })
  expect(staff.known).toEqual(['ysd_office', 'ysd_head', 'ysd_teacher'])
  // Said one by one, so that whoever stops the demo later has seen it.
  const [, password = ''] = /^ysd_office can sign in with the password (\S+)\.$/.exec(told[0] ?? '') ?? []
  expect(told[2]).toBe(`ysd_teacher can sign in with the password ${password}.`)
  const { rows: terms } = await db.execute(sql`select name from term order by since desc limit 2`)
  expect(terms).toEqual([{ name: '2026-2027 学年第二学期' }, { name: '2026-2027 学年第一学期' }])
  const wanted = ({ name }: { name: string }) => /^初中2024级 2024年9月|^高中2025级 2026年11月/.test(name)
  const first = await loadExams(call, today, quiet, { schools: few, wanted })
  // 24 pupils in three subjects, and as many in the six of their choice.
  expect(first).toEqual({ published: 2, found: 0, papers: 24 * 3 + 24 * 6 })
  const { rows } = await db.execute(sql`
    select e.name, e.note like '%ynthetic%' as told, e.published, e.census_date::text as census,
      (select count(*)::int from candidate c join organization o on o.id = c.org_id
        where c.exam_id = e.id and o.name like (case when e.name like '初中%' then '2024级%' else '2025级%' end)) as placed,
      (select count(*)::int from exam_part p where p.exam_id = e.id and p.state = 'submitted') as submitted
    from exam e order by e.name`)
  expect(rows).toEqual([
    {
      name: '初中2024级 2024年9月摸底（虚构数据 synthetic）',
      told: true,
      published: 1,
      census: '2024-09-18',
      placed: 24,
      submitted: 1,
    },
    expect.objectContaining({ name: '高中2025级 2026年11月期中（虚构数据 synthetic）', published: 1, placed: 24 }),
  ])
  // What people of the district see of it.
  const login = { url, client: 'admin:admin', password }
  const teacher = await signIn({ ...login, username: 'ysd_teacher' })
  const listed = v.object({
    list: v.array(v.object({ name: v.string(), units: v.array(v.object({ name: v.string() })) })),
  })
  const { list } = await teacher(listed, { path: '/adminApi/report/index' })
  expect(list).toEqual([])
  const head = await signIn({ ...login, username: 'ysd_head' })
  expect((await head(listed, { path: '/adminApi/report/index' })).list).toMatchObject([
    { name: rows[0]?.name, units: [{ name: '示范区第一初级中学' }] },
  ])
  const again = await loadStaff(call, today, (line) => told.push(line), few)
  expect(again).toEqual({ accounts: 0, assignments: 0, terms: 0, known: [] })
  expect(told[3]).toContain('ysd_office is there already.')
  expect(await loadExams(call, today, quiet, { schools: few, wanted })).toEqual({ published: 0, found: 2, papers: 0 })
})

test('the demo has two exams in each school year that are over, and its marks are what they are made of', () => {
  const counted = (day: string) => plannedExams(new Date(day)).length
  // By November, three, two and one student years have sat two exams in each of their years, at two levels.
  expect([counted('2026-11-21'), counted('2026-10-01'), counted('2027-08-30')]).toEqual([24, 18, 24])
  expect(plannedExams(new Date('2026-11-21')).map(({ name }) => name)).toContain(
    '高中2024级 2026年11月期中（虚构数据 synthetic）',
  )
  const mean = (school: string, years: number) => {
    const marks = Array.from({ length: 2000 }, (_, at) =>
      demoMark({ number: `P${at}`, school, exam: 'one', years, subject: 'SX', fullMark: 100 }),
    ).filter((mark) => mark !== undefined)
    return marks.reduce((sum, mark) => sum + mark, 0) / marks.length
  }
  // Two schools of like intake: 0.25 and −0.2 standard deviations of 15 marks a year, over two years.
  expect(mean('YSD-J4', 0)).toBeCloseTo(mean('YSD-J5', 0), 5)
  expect(mean('YSD-J4', 2) - mean('YSD-J5', 2)).toBeCloseTo(13.5, 0)
})
