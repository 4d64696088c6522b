import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { type Call, rowsOf } from './demo-client.ts'
import { DISTRICT, schoolYearOf } from './demo-district.ts'
import { bring } from './demo-import.ts'
import { begun, endOfJob } from './demo-job.ts'
import { chanceOf, demoMark } from './demo-marks.ts'
import { type DemoSchool, type DemoStudent, demoSchools, demoStudents } from './demo-people.ts'
import { type PlannedExam, plannedExams } from './demo-plan.ts'
import { type DemoScheme, demoSchemes } from './demo-schemes.ts'
import { ScriptError } from './main.ts'

const NOTE =
  '虚构数据：学生和成绩由演示程序生成，学校效应见 scripts/lib/demo-marks.ts。Synthetic: pupils and marks are made by the demo.'

const saved = v.object({ id: v.number() })
const examRow = v.object({ id: v.number(), state: v.string() })
const silent = () => undefined

/** What all exams of the demo need. */
type Ground = {
  call: Call
  district: number
  schools: ReadonlyMap<string, number>
  years: ReadonlyMap<string, number>
  schemes: ReadonlyMap<string, readonly DemoScheme[]>
  students: readonly DemoStudent[]
}

export type LoadedExams = { published: number; found: number; papers: number }

/**
 * Loads the exams of the invented district: roster, marks by the score import, submitted, locked and published. What is
 * there already stays as it is; one that was left half done is continued.
 * @param wanted which of the planned exams
 */
export async function loadExams(
  call: Call,
  today: Date,
  say: (line: string) => void,
  {
    schools = demoSchools,
    wanted = () => true,
  }: { schools?: readonly DemoSchool[]; wanted?: (exam: PlannedExam) => boolean } = {},
): Promise<LoadedExams> {
  const ground = await groundOf(call, schoolYearOf(today), schools)
  const loaded = { published: 0, found: 0, papers: 0 }
  for (const exam of plannedExams(today).filter(wanted)) {
    const papers = await loadExam(ground, exam)
    if (papers === undefined) loaded.found++
    else {
      loaded.published++
      loaded.papers += papers
      say(`${exam.name}: published`)
    }
  }
  return loaded
}

async function groundOf(call: Call, schoolYear: number, schools: readonly DemoSchool[]): Promise<Ground> {
  const organizationRow = v.object({ id: v.number(), code: v.string() })
  const [district] = await rowsOf(call, 'organization', organizationRow, {
    field: 'code',
    operator: 'eq',
    val: DISTRICT.code,
  })
  if (!district) throw new ScriptError('The invented district is not there.')
  const below = await rowsOf(call, 'organization', organizationRow, { field: 'pid', operator: 'eq', val: district.id })
  const levelRow = v.object({ id: v.number(), code: v.string() })
  const yearRow = v.object({ id: v.number(), levelId: v.number(), entryYear: v.number() })
  const levels = await rowsOf(call, 'educate-level', levelRow)
  const codes = new Map(levels.map(({ id, code }) => [id, code]))
  const schemes = new Map<string, DemoScheme[]>()
  for (const level of ['junior', 'senior'] as const) {
    const found = levels.find(({ code }) => code === level)
    if (!found) throw new ScriptError(`There is no education level with the code ${level}.`)
    schemes.set(level, await demoSchemes(call, level, found.id))
  }
  const years = await rowsOf(call, 'student-year', yearRow)
  return {
    call,
    district: district.id,
    schools: new Map(below.map(({ id, code }) => [code, id])),
    years: new Map(years.map(({ id, levelId, entryYear }) => [`${codes.get(levelId)} ${entryYear}`, id])),
    schemes,
    students: demoStudents(schoolYear, schools),
  }
}

/** @returns the number of papers; undefined for an exam that is published already */
async function loadExam(ground: Ground, exam: PlannedExam): Promise<number | undefined> {
  const { call } = ground
  const scheme = ground.schemes.get(exam.level)?.[exam.scheme]
  const year = ground.years.get(`${exam.level} ${exam.entry}`)
  if (!scheme || year === undefined) throw new ScriptError(`There is no student year ${exam.levelName}${exam.entry}级.`)
  const condition = { field: 'name', operator: 'eq', val: exam.name }
  const [found] = await rowsOf(call, 'exam', examRow, condition)
  if (found && ['published', 'archived'].includes(found.state)) return undefined
  const id = found?.id ?? (await post(call, 'add', saved, valuesOf(ground, exam, scheme, year))).id
  const pupils = ground.students.filter(({ school, entry }) => school.level === exam.level && entry === exam.entry)
  if (!found || found.state === 'draft') await openExam(call, id, pupils, scheme)
  const papers =
    found?.state === 'locked' ? 0 : await handIn(ground, id, (open) => markFile(open, exam, scheme), pupils)
  await publish(call, id)
  return papers
}

function valuesOf({ district }: Ground, { name, since, until }: PlannedExam, { id }: DemoScheme, year: number) {
  return {
    name,
    schemeId: id,
    yearIds: [year],
    orgIds: [district],
    censusDate: since,
    since,
    until,
    step: 50,
    note: NOTE,
  }
}

async function openExam(call: Call, id: number, pupils: readonly DemoStudent[], { combinations }: DemoScheme) {
  const { job } = await post(call, 'roster', begun, { id, kinds: ['new', 'moved', 'renamed', 'gone'] })
  await endOfJob(call, job, silent)
  if (combinations.length > 0)
    await bring(
      call,
      `exam-roster:${id}`,
      ['学籍号,选科组合', ...pupils.map(({ number }) => [number, comboOf(number, combinations).name].join())],
      silent,
    )
  await post(call, 'open', v.unknown(), { id })
}

/** What a pupil has chosen: the same in all exams. */
function comboOf<T>(number: string, combinations: readonly T[]): T {
  const chosen = combinations[chanceOf(`choice ${number}`, combinations.length)]
  if (!chosen) throw new ScriptError('The scheme has no combinations.')
  return chosen
}

/** The file of marks: a line for each pupil. Subjects that are not chosen are empty. */
function markFile(pupils: readonly DemoStudent[], exam: PlannedExam, { subjects, combinations }: DemoScheme) {
  let papers = 0
  const lines = pupils.map(({ number, name, school }) => {
    const codes = combinations.length > 0 ? comboOf(number, combinations).codes : []
    const cells = subjects.map(({ code, kind, fullMark }) => {
      if (kind !== 'required' && !codes.includes(code)) return ''
      papers++
      const paper = { number, school: school.code, exam: `${exam.entry} ${exam.since}`, years: exam.years }
      return demoMark({ ...paper, subject: code, fullMark }) ?? '缺考'
    })
    return [number, name, ...cells].join()
  })
  return { lines: [['考号', '姓名', ...subjects.map(({ name }) => name)].join(), ...lines], papers }
}

/** Imports the marks of the schools that have not submitted, submits and locks. @returns the number of papers */
async function handIn(
  { call, schools }: Ground,
  id: number,
  fileOf: (pupils: readonly DemoStudent[]) => ReturnType<typeof markFile>,
  pupils: readonly DemoStudent[],
): Promise<number> {
  const board = v.object({ schools: v.array(v.object({ id: v.number(), state: v.string() })) })
  const { schools: parts } = await call(board, { path: '/adminApi/exam/board', query: { id: String(id) } })
  const open = parts.flatMap((part) => (part.state === 'submitted' ? [] : [part.id]))
  const { lines, papers } = fileOf(pupils.filter(({ school }) => open.includes(schools.get(school.code) ?? 0)))
  if (papers > 0) await bring(call, `exam-score:${id}`, lines, silent)
  for (const schoolId of open) await post(call, 'submit', v.unknown(), { id, schoolId })
  const { job } = await post(call, 'lock', begun, { id, confirm: true })
  await endOfJob(call, job, silent)
  return papers
}

/** Publishes the last run for those who see an exam by default. */
async function publish(call: Call, id: number): Promise<void> {
  const schema = v.object({
    runs: v.array(v.object({ number: v.number(), state: v.string() })),
    audience: v.unknown(),
  })
  const { runs, audience } = await call(schema, { path: '/adminApi/exam/runs', query: { id: String(id) } })
  let [last] = runs
  if (last?.state !== 'done') {
    const { job } = await post(call, 'run', begun, { id })
    await endOfJob(call, job, silent)
    const again = await call(schema, { path: '/adminApi/exam/runs', query: { id: String(id) } })
    last = again.runs[0]
  }
  await post(call, 'publish', v.unknown(), { id, run: last?.number, audience, note: 'synthetic' })
}

function post<T extends v.GenericSchema>(call: Call, action: string, schema: T, body: object) {
  return call(schema, { method: 'POST', path: `/adminApi/exam/${action}`, body, key: randomUUID() })
}
