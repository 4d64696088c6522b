import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Database, Db } from '#src/db/client.server.ts'
import { student } from '#src/features/students/student.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { plainCode, randomCode } from '#src/lib/random-text.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import type { BulkRows } from '#src/server/write/bulk-query.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { once, requestOf } from '#src/server/write/idempotency.server.ts'
import { chosenStudents } from './chosen-students.server.ts'
import { familyCode } from './family.table.server.ts'
import { CODE_DAYS, type CodeHolder, MOST_CODED } from './kin.ts'

/** A code on paper: whose pupil it is for, and whom it makes a family account. */
export type FamilySlip = {
  number: string
  name: string
  school: string
  class: string
  holder: CodeHolder
  code: string
}

/** What is asked for: `each` codes for each of the chosen pupils. */
export type WantedCodes = Pick<BulkRows, 'ids' | 'query' | 'count'> & { holder: CodeHolder; each: number }

/** `cancelled`: the former codes that nobody has used and that do not work any more. */
type MadeCodes = { slips: FamilySlip[]; students: number; cancelled: number; expireTime: string }

/**
 * Makes codes for pupils. Only their hashes are stored, so the codes can be answered once. The former unused codes of
 * the same pupils and holders end.
 * @throws AppError 403, 404, 409 for a repeat of the request: what is kept of the first one has no codes in it, 422
 */
export async function makeFamilyCodes(
  c: ApiContext,
  db: Database,
  actor: Actor,
  wanted: WantedCodes,
): Promise<MadeCodes> {
  let made: MadeCodes | undefined
  await guardedWrite(db, authorOf(c), 'save', (tx) =>
    once(tx, requestOf(c, wanted), async () => {
      made = await makeIn(tx, actor, wanted)
      return {}
    }),
  )
  if (!made) throw new AppError(409, m.family_codesShown())
  return made
}

async function makeIn(tx: Db, actor: Actor, { holder, each, ...rows }: WantedCodes): Promise<MadeCodes> {
  const ids = await chosenStudents(tx, actor, rows, MOST_CODED)
  const cancelled = await endCodes(tx, ids, holder)
  const codes = new Map(ids.map((id) => [id, Array.from({ length: each }, randomCode)]))
  const rowsToStore = [...codes].flatMap(([id, own]) =>
    own.map((code) => ({ student_id: id, code_hash: familyCodeHash(code) })),
  )
  const stored = await tx.execute<{ until: string }>(sql`
    insert into family_code (student_id, holder, code_hash, expire_time, create_by)
    select student_id, ${holder}, code_hash, now() + make_interval(days => ${CODE_DAYS}), ${actor.id}
    from jsonb_to_recordset(${JSON.stringify(rowsToStore)}::jsonb) as given (student_id bigint, code_hash text)
    returning expire_time::text as until`)
  const slips = (await peopleOf(tx, ids)).flatMap(({ id, ...person }) =>
    (codes.get(id) ?? []).map((code) => ({ ...person, holder, code })),
  )
  return {
    slips,
    students: ids.length,
    cancelled,
    expireTime: new Date(stored.rows[0]?.until ?? Date.now()).toISOString(),
  }
}

/**
 * Ends the unused codes of pupils, whomever they are for, without new ones.
 * @returns how many still worked
 * @throws AppError 403, 404, 409, 422
 */
export async function revokeFamilyCodes(
  tx: Db,
  actor: Actor,
  rows: Pick<BulkRows, 'ids' | 'query' | 'count'>,
): Promise<number> {
  return endCodes(tx, await chosenStudents(tx, actor, rows, MOST_CODED))
}

/** @returns how many of the codes that are gone still worked */
async function endCodes(tx: Db, ids: readonly number[], holder?: CodeHolder): Promise<number> {
  // One after another: two who make codes for a pupil at once leave those of one. Who uses a code takes the same lock.
  await tx
    .select({ id: student.id })
    .from(student)
    .where(anyOf(student.id, ids))
    .orderBy(student.id)
    .for('no key update')
  const former = await tx
    .delete(familyCode)
    .where(and(anyOf(familyCode.studentId, ids), holder && eq(familyCode.holder, holder)))
    .returning({ valid: sql<boolean>`${familyCode.expireTime} > now()` })
  return former.filter(({ valid }) => valid).length
}

type Person = { id: number; number: string; name: string; school: string; class: string }

/** The pupils as slips name them, by school and class. A pupil without a class is at the school itself. */
async function peopleOf(tx: Db, ids: readonly number[]): Promise<Person[]> {
  const { rows } = await tx.execute<Person>(sql`
    select s.id, s.number, s.name, coalesce(school.name, '') as school,
      case when own.type = 'school' then '' else own.name end as class
    from student s join organization own on own.id = s.org_id
      left join organization school on school.id = school_of(s.org_id)
    where s.id = any (${sql.param([...ids])}::bigint[])
    order by school.sort_key, school.id, own.sort_key, own.id, s.number`)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** Deletes codes that do not work any more. */
export async function purgeFamilyCodes(db: Db): Promise<void> {
  await db.delete(familyCode).where(lt(familyCode.expireTime, sql`now()`))
}

/** What is stored of a code. It is random enough that nobody finds it from its hash. */
export function familyCodeHash(code: string): string {
  return createHash('sha256')
    .update(`family:${plainCode(code)}`)
    .digest('base64url')
}
