import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reportKeys } from '#src/features/reports/report-keys.ts'
import { clearProcessCaches } from '#src/server/cache/process-cache.server.ts'
import { surveyFile } from '#src/server/import/file-reader.server.ts'
import { openAudience, publishRun, storeRun } from '../support/runs.ts'
import { addTeacher } from '../support/teaching.ts'
import { partsOf, temporaryFile } from '../support/workbook.ts'
import { reportNamesOf, reportTextsOf, startReports, tableRowsOf } from './report-api.ts'

test('everybody reads the units of the data scope, and of others what is published', async () => {
  const made = await startReports()
  const { db, exam, frame, content, call, reader, readerOf, east, west, district } = made
  const admin = readerOf(call)
  const officer = await reader('officer', 'orgBelow', district)
  const principal = await reader('principal', 'orgBelow', east.id)
  const head = await reader('head', 'org', east.one)
  const smallHead = await reader('smallHead', 'org', west.two)
  const stranger = await reader('stranger', 'org', east.two, ['exam/exam/index'])

  // Before the publication, only whoever holds the exam has a preview.
  expect((await officer.read('report=overview')).version).toBe('run-1')
  expect((await officer.index()).list).toMatchObject([
    { id: exam, held: true, versions: [{ key: 'run-1' }], units: [{ name: 'District' }] },
  ])
  for (const query of ['report=overview', 'report=overview&version=run-1', 'report=overview&version=1']) {
    expect(await principal.show(query)).toMatchObject({
      code: 404,
      msg: 'There is no such version of this exam for you.',
    })
  }
  expect((await principal.index()).list).toEqual([])
  expect(await stranger.show('report=overview')).toMatchObject({ code: 403 })

  await publishRun(db, exam, frame, content)
  expect((await officer.index()).list).toMatchObject([{ versions: [{ key: '1' }, { key: 'run-1' }] }])
  expect((await principal.index()).list).toMatchObject([
    { held: false, versions: [{ key: '1' }], units: [{ key: `school-${east.id}` }] },
  ])
  expect(await principal.show('report=overview&version=run-1')).toMatchObject({ code: 404 })

  // The officer sees all, from the whole to a class.
  const all = await officer.read('report=comparison')
  expect(all).toMatchObject({
    title: 'Unit comparison · District · Total',
    unit: `district-${district}`,
    path: [{ name: 'District' }],
  })
  // The only district stands for the whole, which can be asked for all the same.
  expect(reportNamesOf(await officer.read('report=comparison&unit=all'), 'Units of All')).toEqual(['District', 'All'])
  const ofDistrict = await officer.read(`report=comparison&unit=district-${district}&subject=raw-${made.maths}`)
  expect(reportNamesOf(ofDistrict, 'Units of District')).toEqual([
    'East School',
    'N1 School',
    'N2 School',
    'N3 School',
    'West School',
    'District',
  ])
  expect(ofDistrict.path.map(({ name }) => name)).toEqual(['District'])
  expect((await officer.read(`report=overview&unit=class-${west.two}`)).path.map(({ name }) => name)).toEqual([
    'District',
    'West School',
    'Class 2',
  ])
  expect(tableRowsOf(await officer.read('report=distribution'), 'Every mark').length).toBeGreaterThan(10)

  // The principal sees the own school and its classes, others without names.
  const own = await principal.read(`report=comparison&subject=raw-${made.maths}`)
  expect(own).toMatchObject({ unit: `school-${east.id}`, path: [{ name: 'East School' }] })
  expect(reportNamesOf(own, 'Units of East School')).toEqual(['Class 1', 'Class 2', 'East School'])
  expect(tableRowsOf(own, 'Means of other schools')[0]).toEqual(['Lowest', expect.any(Number)])
  expect(JSON.stringify(own)).not.toMatch(/West|N1 School/)
  for (const unit of ['all', `district-${district}`, `school-${west.id}`, `class-${west.one}`]) {
    expect(await principal.show(`report=overview&unit=${unit}`)).toMatchObject({
      code: 404,
      msg: 'This unit is outside your data scope.',
    })
  }
  expect(await principal.show(`report=overview&with=class-${west.one}`)).toMatchObject({ code: 404 })
  expect(await principal.show('report=overview&subject=raw-999999')).toMatchObject({
    code: 404,
    msg: 'This exam has no such subject.',
  })
  expect(() => tableRowsOf(own, 'Every mark')).toThrow()

  // The head teacher sees the own class and the mean of the school.
  const ofClass = await head.read(`report=overview&subject=raw-${made.maths}`)
  expect(ofClass).toMatchObject({
    unit: `class-${east.one}`,
    with: `school-${east.id}`,
    comparable: [{ label: 'East School' }],
  })
  const [chinese] = tableRowsOf(ofClass, 'Subjects')
  // 50 to 61 in the own class; 55 to 66 in the other one. Mean of both: 58.
  expect(chinese?.slice(2, 7)).toEqual([12, 12, 0, 55.5, 58])
  expect(await head.show(`report=overview&unit=school-${east.id}`)).toMatchObject({ code: 404 })
  expect(await head.show(`report=overview&with=district-${district}`)).toMatchObject({ code: 404 })
  const others = await head.read(`report=comparison&subject=raw-${made.maths}`)
  // Rates of the school are no part of what is published.
  expect(tableRowsOf(others, 'Class 1').at(-1)).toEqual([
    'East School',
    24,
    58,
    expect.any(Number),
    expect.any(Number),
    '',
    null,
    '',
  ])

  // Three pupils are known to their head.
  const small = await smallHead.read('report=overview')
  expect(tableRowsOf(small, 'Subjects')[0]?.slice(3, 7)).toEqual([3, 0, 66.27, expect.any(Number)])

  // A publication says who sees it.
  await publishRun(db, exam, frame, content, { number: 2, audience: { ...openAudience, schools: false } })
  expect(await principal.show('report=overview')).toMatchObject({
    code: 403,
    msg: 'This version is not open to schools.',
  })
  expect(await head.show('report=overview')).toMatchObject({ code: 200 })
  expect((await principal.read('report=overview&version=1')).version).toBe('1')
  expect((await principal.index()).list).toMatchObject([{ versions: [{ key: '1' }] }])
  await publishRun(db, exam, frame, content, { number: 3, audience: { ...openAudience, teachers: false } })
  expect(await head.show('report=overview')).toMatchObject({ code: 403, msg: 'This version is not open to teachers.' })
  expect(await principal.show('report=overview')).toMatchObject({ code: 200 })
  expect(await officer.show('report=overview')).toMatchObject({ code: 200 })

  // Nothing of an axis means that nothing of others is shown.
  await db.execute(`delete from publication_axis where number = 3`)
  clearProcessCaches()
  const closed = await principal.read(`report=comparison&subject=raw-${made.maths}`)
  expect(reportTextsOf(closed)).toContain(
    'The means of other schools are withheld: there are too few schools, or too few pupils.',
  )
  const withheld = await principal.read('report=overview')
  expect(tableRowsOf(withheld, 'Subjects')[0]?.[6]).toBe(null)
  expect(reportTextsOf(withheld)).toContain(
    'What is withheld concerns too few pupils (fewer than 10), or would tell such a number by subtraction.',
  )
  expect(withheld.footer.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Exam: Midterm (2024-11-04 – 2024-11-06)',
    expect.stringMatching(/^Version: Publication 3 of \d{4}-\d\d-\d\d, run 1$/),
    'Who counts: Papers with a mark and no flag. Absent, cancelled and exempt papers do not count.',
    'Computation: Engine 2, data dddddddddddd, result eeeeeeeeeeee',
  ])
  expect(await admin.show('report=overview&unit=class-1-2')).toMatchObject({ code: 400 })
  expect(await admin.show('report=other')).toMatchObject({ code: 400 })
  // An empty choice in an address is none.
  const plain = await admin.read('report=overview')
  expect(await admin.read('report=overview&version=&unit=&subject=&with=&near=')).toEqual(plain)
  await db.execute(`delete from run_unit where kind <> 'all'`)
  expect(await principal.show('report=overview')).toMatchObject({
    code: 404,
    msg: 'None of your schools or classes is in this version.',
  })
  await storeRun(db, exam, frame, content, 2)
  expect((await admin.read('report=overview&version=run-2')).footer[1]?.text).toBe('Preview of run 2, not published')
})

test('a subject teacher reads the classes that the teacher teaches, and no report tells what is withheld', async () => {
  const made = await startReports()
  const { db, exam, frame, content, east, west, reader, readerOf, district } = made
  await publishRun(db, exam, frame, content)
  const teaches = [[west.one, made.maths]] as const
  await addTeacher(made, { username: 'teacher', nodes: ['report/index'], deptId: west.id, teaches })
  const teacher = readerOf(await made.signIn('admin', 'teacher'))
  expect((await teacher.index()).list).toMatchObject([{ units: [{ key: `class-${west.one}` }] }])
  // Of the class, the teacher sees the own subject, and neither the totals nor the other subjects.
  expect((await teacher.read('report=comparison')).subjects.map(({ value }) => value)).toEqual([`raw-${made.maths}`])
  for (const subject of ['total', `raw-${made.chinese}`])
    expect(await teacher.show(`report=comparison&subject=${subject}`)).toMatchObject({ code: 404 })
  // The school has three pupils besides the own class: its mean would tell theirs.
  const own = await teacher.read(`report=comparison&subject=raw-${made.maths}`)
  expect(own.unit).toBe(`class-${west.one}`)
  expect(tableRowsOf(own, 'Class 1').at(-1)).toEqual(['West School', null, null, null, null, '', null, ''])
  expect(reportTextsOf(own)).toContain(
    'What is withheld concerns too few pupils (fewer than 10), or would tell such a number by subtraction.',
  )

  // Lines are lines of the total: nobody passes them here, and no subject of others is called empty.
  const lines = await teacher.read(`report=lines&subject=raw-${made.maths}`)
  expect(reportTextsOf(lines)).toContain(
    'Lines are lines of the total. Of this class, you see only the subjects that you teach.',
  )
  expect(JSON.stringify(lines.blocks)).not.toContain('who passes')

  const principal = await reader('principal', 'orgBelow', east.id)
  const officer = await reader('officer', 'orgBelow', district)
  // Marks and means of the small class, and the mean of its school, from which the teacher could tell them.
  const secrets = [65.13, 66.27, 67.41, 1129.81 / 17].map((one) => one.toFixed(6))
  const figures = (value: unknown): number[] => {
    if (typeof value === 'number') return [value]
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(figures) : []
  }
  for (const report of reportKeys) {
    const known = figures((await teacher.read(`report=${report}&subject=raw-${made.maths}`)).blocks)
    expect(known.map((one) => one.toFixed(6)).filter((one) => secrets.includes(one))).toEqual([])
    for (const subject of ['total', `raw-${made.maths}`]) {
      // Of others, the principal knows the published means of schools.
      const seen = figures((await principal.read(`report=${report}&subject=${subject}`)).blocks)
      expect(seen.map((one) => one.toFixed(6)).filter((one) => secrets.slice(0, 3).includes(one))).toEqual([])
    }
  }
  // The same figures are there for whoever may see them.
  const whole = figures(
    (await officer.read(`report=comparison&unit=school-${west.id}&subject=raw-${made.maths}`)).blocks,
  )
  expect(whole.map((one) => one.toFixed(6))).toEqual(
    expect.arrayContaining(secrets.slice(1, 2).concat(secrets.slice(3))),
  )
})

test('the workbook has the tables of the report, and nothing in it is a formula', async () => {
  const made = await startReports()
  const { api, db, exam, frame, content, east, reader, others } = made
  await publishRun(db, exam, frame, content)
  const officer = await reader('officer', 'orgBelow', made.district)
  const principal = await reader('principal', 'orgBelow', east.id)
  const load = async ({ caller }: typeof officer, query: string) => {
    const response = await api.request(`/adminApi/report/sheet?exam=${exam}&${query}`, {
      headers: { authorization: `Bearer ${caller.tokens.access_token}`, 'accept-language': 'en' },
    })
    return { response, file: temporaryFile('report.xlsx', Buffer.from(await response.arrayBuffer())) }
  }
  const query = `report=comparison&unit=school-${others[0]?.id}&subject=raw-${made.maths}`
  const { response, file } = await load(officer, query)
  expect(response.headers.get('content-disposition')).toContain('Midterm%20Unit%20comparison')
  expect(await surveyFile(file)).toMatchObject({ sheets: [{ name: 'Units of N1 School' }, { name: 'About' }] })
  const parts = await partsOf(readFileSync(file))
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet).not.toContain('<f>')
  // A name that begins like a formula is a text that stays one when somebody edits the cell.
  expect(sheet).toMatch(/<c t="inlineStr" s="5"><is><t xml:space="preserve">=Class</)
  // The mean has one decimal, a rate of few pupils none.
  expect(sheet).toContain('<c s="11"><v>77</v></c>')
  expect(sheet).toContain('<c s="13"><v>1</v></c>')
  expect(parts.get('xl/worksheets/sheet2.xml')).toContain('Papers with a mark and no flag.')
  expect((await load(principal, query)).response.status).toBe(404)
  // The mark of a line stands in a heading alone.
  const { blocks } = await officer.read('report=lines')
  const [heading] = blocks.flatMap(({ kind, text }) => (kind === 'heading' && text ? [text] : []))
  const lines = [...(await partsOf(readFileSync((await load(officer, 'report=lines')).file))).values()]
  expect(heading).toMatch(/: \d+(\.\d+)? marks$/)
  expect(lines.some((part) => part.includes(`>${heading}<`))).toBe(true)
  expect((await load(principal, 'report=overview')).response.status).toBe(200)
})
