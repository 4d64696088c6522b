import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { clearProcessCaches } from '#src/server/cache/process-cache.server.ts'
import { idOf } from '../support/base-info.ts'
import { candidatesOf } from '../support/exam-data.ts'
import { listedResults, sheetOf, sheetRows, showResult, startResults } from './result-api.ts'

const en = { locale: 'en' } as const
const none = { code: 404, msg: m.result_none({}, en) }

/** Marks of E1, of all columns and in all forms. */
const MARKS = /137|13750|89\.5|8950|22700|\b227\b|0\.9[01]|0\.895/

test('a family sees what the standing publication gives to families, with own ranks where it says so, and nothing else', async () => {
  const { call, db, held, forFamilies, member, link } = await startResults()
  const exam = await held()
  const { caller: mother } = await member('mother')
  const own = await link(mother, 'E1')
  expect(await listedResults(mother)).toEqual([])
  expect(await showResult(mother, own, exam)).toMatchObject(none)

  await forFamilies(exam, 'none')
  expect(await listedResults(mother)).toEqual([])
  expect(await showResult(mother, own, exam)).toMatchObject(none)

  await forFamilies(exam, 'bands')
  expect(await listedResults(mother)).toEqual(['Li Lei: Midterm 2'])
  const bands = await sheetOf(mother, own, exam)
  expect(bands).toMatchObject({ pupil: 'Li Lei', exam: { name: 'Midterm', version: 2 } })
  expect(sheetRows(bands, 'Bands by subject')).toEqual([
    ['Chinese language', 'Excellent'],
    ['Mathematics of exams', 'Excellent'],
    ['Total', 'Excellent'],
  ])
  expect(JSON.stringify(bands.blocks)).not.toMatch(MARKS)
  expect(bands.footer.map(({ label }) => label)).toEqual(['Exam', 'Version', 'Who counts', 'Computation'])

  // Two pupils with the same bands have the same sheet, whatever their marks are.
  const { caller: parent } = await member('parent')
  // 137.5 and 89.5 marks; 129 and 86 marks.
  const [one, other] = [await link(parent, 'E1'), await link(parent, 'W12')]
  const { blocks } = await sheetOf(parent, one, exam)
  expect((await sheetOf(parent, other, exam)).blocks).toEqual(blocks)

  await forFamilies(exam, 'marks')
  const marks = await sheetOf(mother, own, exam)
  expect(sheetRows(marks, 'Marks by subject').map((cells) => cells.slice(0, 4))).toEqual([
    ['Chinese language', 137.5, 150, 'Excellent'],
    ['Mathematics of exams', 89.5, 100, 'Excellent'],
    ['Total', 227, 250, 'Excellent'],
  ])
  expect(sheetRows(marks, 'Points lost by subject')).toEqual([
    ['Chinese language', 150, 137.5, 12.5, 12.5 / 23],
    ['Mathematics of exams', 100, 89.5, 10.5, 10.5 / 23],
    ['Together', 250, 227, 23, 1],
  ])
  // The class has 63 to 93 marks in steps of three, and 137.5: its quartiles are at the places 2.75, 5.5 and 8.25.
  const chinese = [...Array.from({ length: 11 }, (_, at) => 63 + 3 * at), 137.5]
  const quartile = (share: number) => {
    const place = share * (chinese.length - 1)
    const low = Math.floor(place)
    return (chinese[low] ?? 0) + (place - low) * ((chinese[low + 1] ?? 0) - (chinese[low] ?? 0))
  }
  expect(sheetRows(marks, 'Marks by subject')[0]?.slice(4)).toEqual([0.25, 0.5, 0.75].map(quartile))
  expect(JSON.stringify(marks)).not.toMatch(/Other|rank/i)

  // Withdrawn: the one before stands again, and after the last one nothing.
  const withdraw = () => call('POST', '/adminApi/exam/withdraw', { id: exam, reason: 'Wrong' })
  await withdraw()
  expect(JSON.stringify((await sheetOf(mother, own, exam)).blocks)).not.toMatch(MARKS)
  await withdraw()
  await withdraw()
  expect(await listedResults(mother)).toEqual([])
  expect(await showResult(mother, own, exam)).toMatchObject(none)

  // Own ranks are shown to families alone, and only where a publication says so.
  const { caller: father } = await member('father')
  const his = await link(father, 'E2')
  await forFamilies(exam, 'marks')
  expect(JSON.stringify(await sheetOf(father, his, exam))).not.toContain('Own ranks')
  await forFamilies(exam, 'marks', { ranks: true })
  // Marks rise from pupil to pupil, from E2 to E12 and on to W12; E1 is ahead of all.
  expect(sheetRows(await sheetOf(father, his, exam), 'Own ranks')).toEqual([
    ['Chinese language', 12, 12, 24],
    ['Mathematics of exams', 12, 12, 24],
    ['Total', 12, 12, 24],
  ])
  const pupil = (await candidatesOf(db, exam)).E2
  const office = await call('GET', `/adminApi/report/pupil?exam=${exam}&pupil=${pupil}`)
  expect(office.code).toBe(200)
  expect(JSON.stringify(office.data)).not.toContain('Own ranks')
  // Bands stay bands, and among fewer than ten there is no rank.
  await db.execute(
    sql`update run_stat set facts = facts::jsonb || '{"counted": 9}' where exam_id = ${exam} and kind = 'class'`,
  )
  // Figures of a run never change, so that they are kept.
  clearProcessCaches()
  await forFamilies(exam, 'bands', { ranks: true })
  const ranked = await sheetOf(father, his, exam)
  expect(sheetRows(ranked, 'Bands by subject')[0]).toEqual(['Chinese language', 'Below Pass'])
  expect(sheetRows(ranked, 'Own ranks')[0]).toEqual(['Chinese language', null, 12, 24])
  // The next publication begins with what families see now.
  expect((await call('GET', `/adminApi/exam/runs?id=${exam}`)).data).toMatchObject({ audience: { ranks: true } })

  // An absence that counts as zero is no loss of points.
  // The run counts absences as zero: its result has 0, and the paper a flag.
  await db.execute(sql`update exam_run set params = jsonb_set(params, '{policy,zeroFor,absent}', 'true')`)
  await db.execute(
    sql`update exam_result set marks[1] = 0 where student_id = (select id from student where number = 'E1')`,
  )
  clearProcessCaches()
  await forFamilies(exam, 'marks')
  const sheet = await sheetOf(mother, own, exam)
  expect(sheetRows(sheet, 'Points lost by subject')).toEqual([['Mathematics of exams', 100, 89.5, 10.5, 1]])
  expect(JSON.stringify(sheet)).toContain('no paper was marked: Chinese language.')
})

test('whoever publishes says what families see, by default as their level is; links decide who sees it', async () => {
  const { call, db, held, publish, levels, forFamilies, member, link } = await startResults()
  const exam = await held()
  const audience = async () =>
    ((await call('GET', `/adminApi/exam/runs?id=${exam}`)).data as { audience: object }).audience
  expect(await audience()).toEqual({ schools: true, teachers: true, families: 'bands', ranks: false, checkDays: 7 })
  await db.execute(sql`update educate_level set code = 'junior-2' where code = 'junior'`)
  await db.execute(sql`update educate_level set code = 'senior-2' where code = 'senior'`)
  expect(await audience()).toMatchObject({ families: 'bands' })
  await db.execute(sql`update educate_level set code = 'senior' where id = ${levels.junior?.id}`)
  expect(await audience()).toMatchObject({ families: 'marks' })
  const wanted = { schools: false, teachers: false, families: 'bands', ranks: false }
  for (const checkDays of [-1, 61, 1.5])
    expect(await publish(exam, 1, { audience: { ...wanted, checkDays } })).toMatchObject({ code: 422 })
  expect(await publish(exam, 1, { audience: { ...wanted, checkDays: 3 } })).toMatchObject({ code: 200 })
  expect(await audience()).toEqual({ ...wanted, checkDays: 3 })
  // Publications of before say nothing of days.
  await db.execute(sql`update publication set audience = audience - 'checkDays'`)
  expect(await audience()).toEqual({ ...wanted, checkDays: 7 })

  // Links of others, of another exam, and those that were removed show nothing.
  await forFamilies(exam, 'marks')
  const { caller: mother } = await member('mother')
  const { caller: pupilSelf } = await member('lilei')
  const { caller: stranger } = await member('stranger')
  const own = await link(mother, 'E1')
  const child = await link(mother, 'W1')
  const self = await link(pupilSelf, 'E1', 'self')
  const other = await link(stranger, 'E2', 'father')
  expect(await listedResults(mother)).toEqual(['Li Lei: Midterm 2', 'Other Wa: Midterm 2'])
  expect((await sheetOf(mother, child, exam)).pupil).toBe('Other Wa')
  expect((await sheetOf(pupilSelf, self, exam)).pupil).toBe('Li Lei')

  for (const [by, foreign] of [
    [mother, other],
    [mother, self],
    [stranger, own],
    [pupilSelf, child],
  ] as const) {
    expect(await showResult(by, foreign, exam)).toMatchObject(none)
    expect(await by('GET', `/api/result/views?link=${foreign}`)).toMatchObject(none)
    const asked = await by('POST', '/api/result/check', { link: foreign, exam, subject: 1, text: 'Why?' })
    expect(asked).toMatchObject(none)
  }
  expect(await showResult(mother, own, exam + 1)).toMatchObject(none)

  await mother('POST', '/api/family/revoke', { id: own })
  expect(await showResult(mother, own, exam)).toMatchObject(none)
  expect(await mother('GET', `/api/result/views?link=${own}`)).toMatchObject(none)
  expect(await listedResults(mother)).toEqual(['Other Wa: Midterm 2'])

  // Without the page, a member has none of its calls.
  await db.execute(sql`update rule set status = 0 where name = 'account/results'`)
  for (const answer of [
    await mother('GET', '/api/result/index'),
    await showResult(mother, child, exam),
    await mother('GET', `/api/result/views?link=${child}`),
    await mother('POST', '/api/result/check', { link: child, exam, subject: 1, text: 'Why?' }),
  ])
    expect(answer.code).toBe(403)
})

test('the own history has earlier exams that families see, as far as both publications go; of few no quartiles are shown', async () => {
  const { held, forFamilies, member, link, pupil, west, students } = await startResults()
  const spring = { name: 'Spring', censusDate: '2025-03-01', since: '2025-03-03', until: '2025-03-04' }
  const summer = { name: 'Summer', censusDate: '2025-06-01', since: '2025-06-03', until: '2025-06-04' }
  const first = await held({}, [12_000, 6000])
  const second = await held(spring, [7500, 5000])
  const third = await held(summer)
  await forFamilies(first, 'marks')
  await forFamilies(third, 'marks')
  const { caller: mother } = await member('mother')
  const own = await link(mother, 'E1')
  // The second one is not published.
  expect(sheetRows(await sheetOf(mother, own, third), 'Exams so far')).toEqual([
    ['Midterm', '2024-11-04', 0.8, 0.6, 0.72],
    ['Summer', '2025-06-03', 13_750 / 15_000, 0.895, 22_700 / 25_000],
  ])
  await forFamilies(second, 'bands')
  const withBands = await sheetOf(mother, own, third)
  const below = m.pupil_belowBand({ band: 'Pass' }, en)
  expect(sheetRows(withBands, 'Exams so far')[1]).toEqual(['Spring', '2025-03-03', below, below, below])
  // The line is of exams with a total alone; the table has the others, too.
  expect(JSON.stringify(withBands)).toContain('"periods":["2024-11-04","2025-06-03"]')
  expect(JSON.stringify(withBands)).toContain('Exams without a result for these lines are in the table only.')
  // A sheet with bands alone tells no mark of an earlier exam either, and nothing of later ones.
  const bands = await sheetOf(mother, own, second)
  expect(sheetRows(bands, 'Exams so far')).toEqual([
    ['Midterm', '2024-11-04', 'Pass', 'Pass', 'Pass'],
    ['Spring', '2025-03-03', below, below, below],
  ])
  expect(JSON.stringify(bands.blocks)).not.toMatch(/trend|0\.8\b|0\.72|\b120\b|Summer/)

  // A pupil without marks, and a class below the floor.
  students.W13 = idOf(await pupil({ number: 'W13', name: 'Alone', orgId: west.two }))
  const exam = await held({ name: 'Last' }, [null, 5500])
  await forFamilies(exam, 'marks')
  const sheet = await sheetOf(mother, own, exam)
  expect(sheetRows(sheet, 'Marks by subject').map((cells) => cells.slice(0, 4))).toEqual([
    ['Chinese language', 'No mark', 150, ''],
    ['Mathematics of exams', 55, 100, m.pupil_belowBand({ band: 'Pass' }, en)],
    ['Total', 'No mark', 250, ''],
  ])
  const alone = await sheetOf(mother, await link(mother, 'W13'), exam)
  expect(sheetRows(alone, 'Marks by subject')[0]).toEqual(['Chinese language', 132, 150, 'Excellent'])
  expect(alone.blocks).toContainEqual({
    kind: 'note',
    tone: 'withheld',
    text: 'Some quartiles are left out: they would tell the marks of a few pupils, or corrections that wait.',
  })
})
