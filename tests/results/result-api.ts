import { sql } from 'drizzle-orm'
import { systemAuthor, write } from '#src/db/write.server.ts'
import type { CodeHolder, Kin } from '#src/features/family/kin.ts'
import type { BlockCell } from '#src/features/reports/blocks.ts'
import { startRuns } from '../exam-run/run-api.ts'
import type { Caller } from '../support/api.ts'
import { idOf } from '../support/base-info.ts'
import { bind } from '../support/families.ts'
import { addMember } from '../support/members.ts'

type Table = { title: string; table: { columns: { label: string }[]; rows: { cells: BlockCell[] }[] } }
export type Sheet = {
  title?: string
  pupil?: string
  exam: { name: string; version?: number }
  blocks: ({ kind: string; text?: string } & Partial<Table>)[]
  footer: { label: string; text: string }[]
}

/** The pupils of a class, by their numbers: `E1` to `E12` in East School, `W1` to `W12` in West School. */
const SIZE = 12

/**
 * Starts the API with a class of twelve in each of two schools, and ways to hold exams, to publish them for families,
 * and to link members. Li Lei (E1) has 137.5 and 89.5 marks, which nobody else has.
 */
export async function startResults() {
  const api = await startRuns()
  const { call, db, east, west, collecting, enter, lock, publish } = api
  const { rows } = await write(db, systemAuthor, 'seed', (tx) =>
    tx.execute<{ id: number; number: string }>(sql`
      insert into student (number, name, gender, year_id, org_id, since, status)
      select letter || n, case when letter = 'E' and n = 1 then 'Li Lei' else 'Other ' || letter || chr(96 + n) end, 0,
        ${api.year}, class, '2024-09-01', 'active'
      from (values ('E', ${east.one}::bigint), ('W', ${west.one}::bigint)) place (letter, class), generate_series(1, ${SIZE}::int) n
      order by letter, n returning id::float8 as id, number`),
  )
  const students: Record<string, number> = Object.fromEntries(rows.map(({ id, number }) => [number, id]))
  /** Holds an exam up to its first computation. @returns its id */
  const held = async (values: object = {}, own: readonly [number | null, number | null] = [13_750, 8950]) => {
    const id = await collecting(values)
    const marks = Object.keys(students).map((number, at) => [number, [6000 + 300 * at, 4000 + 200 * at]] as const)
    await enter(id, { ...Object.fromEntries(marks), E1: own })
    await lock(id)
    return id
  }
  const forFamilies = (id: number, families: 'none' | 'bands' | 'marks', values: object = {}) =>
    publish(id, 1, { audience: { schools: true, teachers: true, families, ranks: false, ...values } })
  const member = async (username: string) => {
    const id = idOf(await addMember(call, { username, nickname: username }))
    return { id, caller: await api.signIn('user', username) }
  }
  const link = async (by: Caller, number: string, relation: Kin = 'mother') => {
    const holder: CodeHolder = relation === 'self' ? 'self' : 'guardian'
    const body = { ids: [students[number]], holder, each: 1 }
    const { data } = await call('POST', '/adminApi/guardian/code', body)
    const [slip] = (data as { slips: { code: string }[] }).slips
    return idOf(await bind(by, slip?.code ?? '', relation))
  }
  return { ...api, students, held, forFamilies, member, link }
}

/** The exams of the pupils of a member: `<name of the pupil>: <name of the exam>`. */
export async function listedResults(by: Caller): Promise<string[]> {
  const answer = await by('GET', '/api/result/index')
  if (answer.code !== 200) throw new Error(answer.msg)
  const { list } = answer.data as { list: { name: string; exams: { name: string; version: number }[] }[] }
  return list.flatMap(({ name, exams }) => exams.map((one) => `${name}: ${one.name} ${one.version}`))
}

export const showResult = (by: Caller, link: number, exam: number) =>
  by('GET', `/api/result/show?link=${link}&exam=${exam}`)

/** The sheet that a member sees. */
export async function sheetOf(by: Caller, link: number, exam: number): Promise<Sheet> {
  const answer = await showResult(by, link, exam)
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data as Sheet
}

/** The rows of a table of a sheet. */
export function sheetRows({ blocks }: Sheet, title: string): BlockCell[][] {
  const found = blocks.find((block) => block.title === title)
  if (!found?.table) throw new Error(`no ${title} in ${blocks.map((block) => block.title).join()}`)
  return found.table.rows.map(({ cells }) => cells)
}
