import { sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { subject } from '#src/features/subject/subject.table.server.ts'
import type { Node } from '#src/resource/registry.ts'
import { type Call, idOf } from './base-info.ts'
import { importer } from './imports.ts'
import { addOfficer } from './officer.ts'
import { startStudents } from './students.ts'

const DAY = 86_400_000
/** A date, some days from today. */
export const dayAt = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

/** Adds a term that began 100 days ago and takes another 50. @returns its id */
export async function addCurrentTerm(call: Call): Promise<number> {
  const days = { since: dayAt(-100), until: dayAt(50) }
  return idOf(await call('POST', '/adminApi/term/add', { name: '', status: 1, schoolYear: 2001, number: 2, ...days }))
}

type Teacher = {
  username: string
  nodes: Node[]
  deptId: number
  /** Pairs of a class and a subject. */
  teaches: readonly (readonly [orgId: number, subjectId: number])[]
}

/** Adds an account with the data scope `teaching` that teaches in the current term, which is added too. */
export async function addTeacher({ db, call }: { db: Database; call: Call }, teacher: Teacher): Promise<void> {
  const { username, nodes, deptId, teaches } = teacher
  const termId = await addCurrentTerm(call)
  const accountId = await addOfficer({ db }, { username, nodes, scope: 'teaching', deptId })
  for (const [orgId, subjectId] of teaches)
    idOf(await call('POST', '/adminApi/teaching/add', { accountId, orgId, subjectId, termId }))
}

/** What a teacher reads. */
export const teacherNodes = [
  'baseInfo/organization/index',
  'baseInfo/student/index',
  'baseInfo/student/edit',
  'baseInfo/teaching/index',
] as const satisfies readonly Node[]

/**
 * Starts the API with two schools, and three terms: `past`, `current`, from 100 days ago for another 50, and `next`.
 * `assign` makes an assignment in the current term, `teacher` an account with the data scope `teaching`.
 */
export async function startTeaching() {
  const api = await startStudents()
  const { call } = api
  const addTerm = (values: object) => call('POST', '/adminApi/term/add', { name: '', status: 1, ...values })
  const terms = {
    past: idOf(await addTerm({ schoolYear: 2001, number: 1, since: dayAt(-300), until: dayAt(-150) })),
    current: await addCurrentTerm(call),
    next: idOf(await addTerm({ schoolYear: 2002, number: 1, since: dayAt(100), until: dayAt(200) })),
  }
  const { rows } = await api.db.execute<{ code: string; id: number }>(sql`select code, id from ${subject}`)
  const subjects = new Map(rows.map(({ code, id }) => [code, Number(id)]))
  const subjectId = subjects.values().next().value ?? 0
  const assign = (accountId: number, orgId: number, values: object = {}) =>
    call('POST', '/adminApi/teaching/add', { accountId, orgId, subjectId, termId: terms.current, ...values })
  const teacher = async (username: string, deptId: number, nodes: readonly Node[] = teacherNodes) => {
    const id = await addOfficer(api, { username, nodes: [...nodes], scope: 'teaching', deptId })
    return { id, caller: await api.signIn('admin', username) }
  }
  return { ...api, addTerm, terms, subjectId, assign, teacher, ...importer(api, call, 'teaching') }
}

type Listing = (method: string, path: string) => Promise<{ code: number; msg: string; data: unknown }>

/** One field of all rows that a caller sees, sorted. */
export async function seenBy(caller: Listing, key: string, field: string): Promise<string[]> {
  const { code, msg, data } = await caller('GET', `/adminApi/${key}/index?limit=200`)
  if (code !== 200) throw new Error(msg)
  return (data as { list: Record<string, unknown>[] }).list.map((row) => String(row[field])).toSorted()
}
