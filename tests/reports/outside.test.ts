import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buildFrame } from '#src/features/exam-engine/build-frame.ts'
import { NO_MARK } from '#src/features/exam-engine/frame.ts'
import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'
import { publishRun, storeRun } from '../support/runs.ts'
import { addTeacher } from '../support/teaching.ts'
import { reportTextsOf, startReports, tableRowsOf } from './report-api.ts'

type Place = { school: number; own: number; size: number; takers: number; base: number }

/** The tests of a file share what is kept of runs in memory, so each run has another number. */
let number = 0

/** A run of places in which everybody sits Chinese, and the first pupils of each class mathematics too. */
async function startPlaces() {
  const made = await startReports()
  const { chinese, maths, district } = made
  const store = async (
    places: readonly Place[],
    lines: SchemeContent['lines'] = [],
    more: Partial<SchemeContent> = {},
  ) => {
    const rows = places.flatMap(({ size, ...place }) =>
      Array.from({ length: size }, (_, pupil) => ({ ...place, pupil })),
    )
    const frame = buildFrame({
      candidates: Int32Array.from(rows, (_, at) => at + 1),
      schools: Float64Array.from(rows, ({ school }) => school),
      classes: Float64Array.from(rows, ({ own }) => own),
      districts: new Map(rows.map(({ school }) => [school, district])),
      subjects: [
        {
          id: chinese,
          marks: Int32Array.from(rows, ({ base, pupil }) => base + 100 * (pupil % 30)),
          flags: new Uint8Array(rows.length),
        },
        {
          id: maths,
          marks: Int32Array.from(rows, ({ takers, pupil, base }) => (pupil < takers ? base + 50 * pupil : NO_MARK)),
          flags: new Uint8Array(rows.length),
        },
      ],
    })
    const content: SchemeContent = { ...made.content, lines, ...more }
    number++
    await storeRun(made.db, made.exam, frame, content, number + 1)
    await publishRun(made.db, made.exam, frame, content, { number, run: number + 1 })
    return { run: number + 1, rows }
  }
  return { ...made, store }
}

test('a mean that would leave too few pupils of others is withheld', async () => {
  const made = await startPlaces()
  const { east, west, maths, chinese, reader, store } = made
  // Of West's forty pupils, three sit mathematics.
  await store([
    { school: east.id, own: east.one, size: 30, takers: 30, base: 4000 },
    { school: east.id, own: east.two, size: 40, takers: 4, base: 3000 },
    { school: west.id, own: west.one, size: 40, takers: 3, base: 5000 },
  ])
  const principal = await reader('principal', 'orgBelow', east.id)
  const head = await reader('head', 'org', east.one)
  const rowOf = async (query: string, subject: number, who = principal) => {
    const report = await who.read(query)
    const found = report.blocks.find(({ title }) => title === 'Subjects')?.table?.rows
    return found?.find(({ key }) => key === `raw-${subject}`)?.cells
  }
  expect((await rowOf('report=overview', chinese))?.[6]).toEqual(expect.any(Number))
  expect((await rowOf('report=overview', maths))?.[6]).toBeNull()
  // The school's mean and the own class would tell four pupils of the other class.
  expect((await rowOf('report=overview', maths, head))?.[6]).toBeNull()
  expect((await rowOf('report=overview', chinese, head))?.[6]).toEqual(expect.any(Number))

  // A teacher who has another subject in the other class does not know its marks in this one.
  const teaches = [
    [east.one, maths],
    [east.two, chinese],
  ] as const
  await addTeacher(made, { username: 'li', nodes: ['report/index'], deptId: east.id, teaches })
  const teacher = made.readerOf(await made.signIn('admin', 'li'))
  expect((await rowOf(`report=overview&unit=class-${east.one}`, maths, teacher))?.[6]).toBeNull()
  expect((await rowOf(`report=overview&unit=class-${east.two}`, chinese, teacher))?.[6]).toEqual(expect.any(Number))
})

test('two schools that share their figures do not find out about a third one', async () => {
  const { east, west, others, maths, chinese, reader, store } = await startPlaces()
  const [north] = others
  if (!north) throw new Error('no school')
  await store([
    { school: east.id, own: east.one, size: 30, takers: 30, base: 4000 },
    { school: west.id, own: west.one, size: 30, takers: 30, base: 5000 },
    { school: north.id, own: north.one, size: 30, takers: 4, base: 3000 },
  ])
  const principal = await reader('principal', 'orgBelow', east.id)
  const rows = (await principal.read('report=overview')).blocks.find(({ title }) => title === 'Subjects')?.table?.rows
  const meanOfAll = (subject: number) => rows?.find(({ key }) => key === `raw-${subject}`)?.cells[6]
  expect(meanOfAll(chinese)).toEqual(expect.any(Number))
  expect(meanOfAll(maths)).toBeNull()
})

test('what is withheld of the other schools is not left between their means and that of all', async () => {
  const { east, west, others, maths, reader, store } = await startPlaces()
  const place = (at: number, size: number, takers: number, base: number): Place => {
    const found = others[at]
    if (!found) throw new Error('no school')
    return { school: found.id, own: found.one, size, takers, base }
  }
  // West has too few. For people outside, East is withheld too: it is the smallest of the others.
  await store([
    { school: east.id, own: east.one, size: 30, takers: 12, base: 4000 },
    { school: west.id, own: west.one, size: 30, takers: 4, base: 5000 },
    place(0, 30, 20, 3000),
    place(1, 30, 22, 3500),
    place(2, 30, 24, 3700),
  ])
  const principal = await reader('principal', 'orgBelow', east.id)
  const report = await principal.read(`report=comparison&subject=raw-${maths}`)
  expect(() => tableRowsOf(report, 'Means of other schools')).toThrow()
  expect(reportTextsOf(report)).toContain(
    'The means of other schools are withheld: there are too few schools, or too few pupils.',
  )
})

test('the lines of subjects are withheld where they would tell the marks of a few others who pass', async () => {
  const { call, east, west, maths, reader, readerOf, store } = await startPlaces()
  // The best pupil is at West, the next thirty are at East.
  await store(
    [
      { school: east.id, own: east.one, size: 30, takers: 30, base: 6000 },
      { school: west.id, own: west.one, size: 30, takers: 30, base: 1000 },
      { school: west.id, own: west.two, size: 1, takers: 1, base: 9900 },
    ],
    [
      { name: 'Best', by: 'place', value: 1, subjectId: null, effective: 1 },
      { name: 'Many', by: 'place', value: 31, subjectId: null, effective: 1 },
      { name: 'All', by: 'place', value: 61, subjectId: null, effective: 1 },
      { name: 'High', by: 'score', value: 170, subjectId: null, effective: 1 },
    ],
  )
  const principal = await reader('principal', 'orgBelow', east.id)
  const report = await principal.read('report=lines')
  const marks = (who: typeof report) =>
    who.blocks
      .filter(({ title }) => title?.includes('double line'))
      .map(({ title, table }) => [title, table?.rows[0]?.cells[1]])
  // Of "Best", "Many" and "High", one pupil of West passes: the lines of the subjects would be the marks of this pupil.
  // How many pass "Best" and "Many" is known by their places, so who passes at East tells that one other does.
  expect(marks(report).map(([title]) => title)).toEqual(['All, double line: East School'])
  expect(reportTextsOf(report)).toContain(
    'The lines of subjects are withheld where fewer than 10 pupils of other schools reach the line of the total.',
  )
  expect(reportTextsOf(report).filter((text) => text.startsWith('This line is by place or share'))).toHaveLength(2)
  expect(reportTextsOf(report)).not.toContain('Best: 198 marks')
  expect(reportTextsOf(report)).toContain('High: 170 marks')
  const shown = await principal.read(`report=distribution&subject=raw-${maths}`)
  expect(JSON.stringify(shown)).not.toContain('Best')
  expect(marks(await readerOf(call).read('report=lines')).map(([, mark]) => mark)).toEqual([99, 62.9, 10.8, 85])
})

test('of assigned scores, nobody sees the counts that would leave a few pupils of others', async () => {
  const { db, exam, east, west, maths, content, reader, readerOf, call, store } = await startPlaces()
  const assign = async (places: readonly Place[]) => {
    const { run, rows } = await store(places, [], {
      subjects: content.subjects.map((one) => (one.subjectId === maths ? { ...one, assigned: 1 } : one)),
      assign: 'bands',
      assignBands: [
        { name: 'A', percent: 30, high: 100, low: 80 },
        { name: 'B', percent: 30, high: 79, low: 50 },
        { name: 'C', percent: 40, high: 49, low: 0 },
      ],
    })
    for (const [at, { school, own, base, pupil, takers }] of rows.entries())
      await db.execute(sql`insert into exam_result (exam_id, candidate_id, run, org_id, school_id, student_id, marks, ranks)
        values (${exam}, ${at + 1}, ${run}, ${own}, ${school}, ${at + 1},
          array[0, ${pupil < takers ? base + 50 * pupil : NO_MARK}::int, 0, 0], '')`)
  }
  // Raw marks of East: 40 to 54.5. One pupil of West is above, all others are below.
  await assign([
    { school: east.id, own: east.one, size: 30, takers: 30, base: 4000 },
    { school: west.id, own: west.one, size: 40, takers: 40, base: 1000 },
    { school: west.id, own: west.two, size: 1, takers: 1, base: 6000 },
  ])
  const quota = async (who: Awaited<ReturnType<typeof reader>>, subject = `assigned-${maths}`) => {
    const { blocks } = await who.read(`report=assigned&subject=${subject}`)
    const own = blocks.find(({ table }) => table?.rows.some(({ cells }) => cells[0] === 'A'))?.table?.rows
    return own?.map(({ cells }) => [cells[4], cells[6], cells[7]])
  }
  expect(await quota(readerOf(call))).toEqual([
    [22, 60, 44.5],
    [21, 44, 24],
    [28, 23.5, 10],
  ])
  // 21 of band A are of East: one is not.
  const principal = await reader('principal', 'orgBelow', east.id)
  for (const subject of [`assigned-${maths}`, `raw-${maths}`])
    expect(await quota(principal, subject)).toEqual([
      [null, null, null],
      [null, null, null],
      [28, 23.5, 10],
    ])

  // Three of West have no mark: the number of takers, which the bands add up to, would tell it.
  await assign([
    { school: east.id, own: east.one, size: 40, takers: 40, base: 3500 },
    { school: west.id, own: west.one, size: 60, takers: 57, base: 3000 },
  ])
  const bands = (await principal.read(`report=assigned&subject=assigned-${maths}`)).blocks.find(({ table }) => table)
  const shown = bands?.table?.rows.map(({ cells }) => cells.slice(2, 7).map((cell) => typeof cell === 'number'))
  // The mark where a band begins is told.
  expect(shown).toEqual([
    [false, false, false, false, true],
    [false, false, false, false, true],
    [false, false, false, false, true],
  ])
  expect(await quota(readerOf(call))).toEqual([
    [expect.any(Number), 58, expect.any(Number)],
    [expect.any(Number), expect.any(Number), expect.any(Number)],
    [expect.any(Number), expect.any(Number), 30],
  ])
})
