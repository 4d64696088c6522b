import { buildFrame } from '#src/features/exam-engine/build-frame.ts'
import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'
import type { BlockCell } from '#src/features/reports/blocks.ts'
import type { RoleScope } from '#src/lib/role-scope.ts'
import type { Node } from '#src/resource/registry.ts'
import { idOf } from '../support/base-info.ts'
import { startExams } from '../support/exams.ts'
import { addOfficer } from '../support/officer.ts'
import { storeRun } from '../support/runs.ts'

export type Report = {
  title: string
  version: string
  unit: string
  path: { key: string; name: string }[]
  with: string
  subjects: { value: string; label: string }[]
  comparable: { value: string; label: string }[]
  blocks: { kind: string; title?: string; text?: string; table?: { columns: { label: string }[]; rows: Row[] } }[]
  footer: { label: string; text: string }[]
}
type Row = { key: string; cells: BlockCell[]; unit?: string }

/** Pupils of each class. West's second class is smaller than the floor of ten. */
const SIZES = { eastOne: 12, eastTwo: 12, westOne: 14, westTwo: 3, other: 15 }

/** Starts two schools and three more, an exam with a published run, and its readers. */
export async function startReports() {
  const api = await startExams()
  const { call, db, east, west, district, pupil, chinese, maths, collecting } = api
  const others: { id: number; one: number }[] = []
  for (const code of ['N1', 'N2', 'N3']) {
    const id = idOf(
      await call('POST', '/adminApi/organization/add', {
        pid: district,
        code,
        name: `${code} School`,
        type: 'school',
        status: 1,
      }),
    )
    const one = idOf(
      await call('POST', '/adminApi/organization/add', {
        pid: id,
        code: `${code}-1`,
        name: '=Class',
        type: 'class',
        status: 1,
      }),
    )
    others.push({ id, one })
  }
  for (const [at, orgId] of [east.one, east.two, west.one, west.two, ...others.map(({ one }) => one)].entries())
    idOf(await pupil({ number: `S${at}`, name: 'Li Lei', orgId }))
  const exam = await collecting()
  const places = [
    [east.id, east.one, SIZES.eastOne],
    [east.id, east.two, SIZES.eastTwo],
    [west.id, west.one, SIZES.westOne],
    [west.id, west.two, SIZES.westTwo],
    ...others.map(({ id, one }) => [id, one, SIZES.other] as const),
  ] as const
  const rows = places.flatMap(([school, own, size], at) =>
    Array.from({ length: size }, (_, pupil) => ({
      school,
      own,
      // Nobody else has marks like those of the small class.
      mark: at === 3 ? 6513 + 114 * pupil : 5000 + 500 * at + 100 * pupil,
    })),
  )
  const frame = buildFrame({
    candidates: Int32Array.from(rows, (_, at) => at + 1),
    schools: Float64Array.from(rows, ({ school }) => school),
    classes: Float64Array.from(rows, ({ own }) => own),
    districts: new Map(rows.map(({ school }) => [school, district])),
    subjects: [chinese, maths].map((id) => ({
      id,
      marks: Int32Array.from(rows, ({ mark }) => mark),
      flags: new Uint8Array(rows.length),
    })),
  })
  const content: SchemeContent = {
    name: 'Two subjects',
    levelId: api.levels.junior?.id ?? 0,
    subjects: [
      { subjectId: chinese, kind: 'required', fullMark: 150, counts: 1, assigned: 0 },
      { subjectId: maths, kind: 'required', fullMark: 100, counts: 1, assigned: 0 },
    ],
    choice: 'none',
    combinations: [],
    assign: 'none',
    assignBands: [],
    assignFlat: 'high',
    assignZero: 'band',
    bands: [{ name: 'Pass', side: 'from', percent: 60, color: '' }],
    lines: [{ name: 'First line', by: 'score', value: 130, subjectId: null, effective: 1 }],
  }
  await storeRun(db, exam, frame, content)
  const reader = async (username: string, scope: RoleScope, deptId: number, nodes: Node[] = ['report/index']) => {
    await addOfficer(api, { username, nodes, scope, deptId })
    return readerOf(await api.signIn('admin', username))
  }
  const readerOf = (caller: typeof call) => ({
    caller,
    index: async () =>
      (await caller('GET', '/adminApi/report/index')).data as {
        list: { id: number; versions: { key: string }[]; units: object[] }[]
      },
    show: (query: string) => caller('GET', `/adminApi/report/show?exam=${exam}&${query}`),
    read: async (query: string) => {
      const { code, msg, data } = await caller('GET', `/adminApi/report/show?exam=${exam}&${query}`)
      if (code !== 200) throw new Error(`${code} ${msg}`)
      return data as Report
    },
  })
  return { ...api, exam, frame, content, others, reader, readerOf }
}

/** The rows of a table of a report. */
export function tableRowsOf({ blocks }: Report, title: string): BlockCell[][] {
  const found = blocks.find((block) => block.title === title)
  if (!found?.table) throw new Error(`no ${title} in ${blocks.map((block) => block.title).join()}`)
  return found.table.rows.map(({ cells }) => cells)
}

export const reportTextsOf = ({ blocks }: Report) => blocks.flatMap(({ text }) => text ?? [])
export const reportNamesOf = (report: Report, title: string) => tableRowsOf(report, title).map(([name]) => name)
