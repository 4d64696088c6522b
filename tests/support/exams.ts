import { type Call, idOf } from './base-info.ts'
import { importer } from './imports.ts'
import { startStudents } from './students.ts'

const WHOLE = { kind: 'required', counts: 1, assigned: 0 }

/**
 * Starts the API with the schools of `startStudents`, subjects, a published scheme of two subjects (Chinese of 150,
 * mathematics of 100), and functions to set up exams.
 */
export async function startExams() {
  const api = await startStudents()
  const { call, levels, year, district } = api
  const levelIds = [levels.junior?.id]
  const subject = async (code: string, name: string) =>
    idOf(
      await call('POST', '/adminApi/subject/add', { code, name, levelIds, type: 'required', fullMark: 100, status: 1 }),
    )
  const chinese = await subject('X-YW', 'Chinese language')
  const maths = await subject('X-SX', 'Mathematics of exams')
  const scheme = await schemeOf(call, {
    levelId: levels.junior?.id,
    subjects: [
      { ...WHOLE, subjectId: chinese, fullMark: 150 },
      { ...WHOLE, subjectId: maths, fullMark: 100 },
    ],
  })
  /** Adds a draft. */
  const draft = async (values: object = {}) =>
    idOf(
      await call('POST', '/adminApi/exam/add', {
        name: 'Midterm',
        schemeId: scheme,
        yearIds: [year],
        orgIds: [district],
        censusDate: '2024-11-01',
        since: '2024-11-04',
        until: '2024-11-06',
        step: 50,
        ...values,
      }),
    )
  /** Takes the roster. @returns the job when it is over; the answer of a call that is refused */
  const take = async (id: number, values: object = {}) => {
    const body = { id, kinds: ['new', 'moved', 'renamed', 'gone'], ...values }
    const answer = await call('POST', '/adminApi/exam/roster', body)
    return answer.code === 200 ? importer(api, call).until((answer.data as { job: number }).job) : answer
  }
  const open = (id: number) => call('POST', '/adminApi/exam/open', { id })
  /** Adds an exam with its roster, open for marks. */
  const collecting = async (values: object = {}) => {
    const id = await draft(values)
    await take(id)
    await open(id)
    return id
  }
  return { ...api, chinese, maths, scheme, draft, take, open, collecting }
}

/** Adds a scheme and publishes it. */
export async function schemeOf(call: Call, values: object): Promise<number> {
  const id = await unpublishedScheme(call, values)
  await call('POST', '/adminApi/exam-scheme/publish', { id })
  return id
}

/** Adds a scheme that is never published. */
export async function unpublishedScheme(call: Call, values: object): Promise<number> {
  return idOf(
    await call('POST', '/adminApi/exam-scheme/add', {
      name: 'Two subjects',
      choice: 'none',
      combinations: [],
      assign: 'none',
      assignBands: [],
      assignFlat: 'high',
      assignZero: 'band',
      bands: [
        { name: 'Excellent', side: 'from', percent: 85, color: '' },
        { name: 'Pass', side: 'from', percent: 60, color: '' },
      ],
      lines: [],
      note: '',
      status: 1,
      ...values,
    }),
  )
}
