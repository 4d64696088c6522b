import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { guardPaperCode } from '#src/features/auth/sign-in-guard.server.ts'
import { student } from '#src/features/students/student.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { notify } from '#src/server/notices/notify.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { once, requestOf } from '#src/server/write/idempotency.server.ts'
import { familyCode, guardian } from './family.table.server.ts'
import { familyCodeHash } from './family-codes.server.ts'
import { type CodeHolder, type Kin, MOST_GUARDIANS, MOST_STUDENTS } from './kin.ts'

/** The page on which members see their pupils. Notices lead there. */
const PAGE = '/user/account/family'

export type OwnStudent = {
  id: number
  name: string
  school: string
  class: string
  relation: string
  createTime: string
}

/** The pupils whose family account a member is, in the order in which they were linked. */
export async function ownStudents(db: Db, accountId: number): Promise<OwnStudent[]> {
  return db
    .select({
      id: guardian.id,
      name: student.name,
      school: sql<string>`coalesce((select o.name from organization o where o.id = school_of(${student.orgId})), '')`,
      class: sql<string>`(select case when o.type = 'school' then '' else o.name end from organization o where o.id = ${student.orgId})`,
      relation: guardian.relation,
      createTime: guardian.createTime,
    })
    .from(guardian)
    .innerJoin(student, eq(student.id, guardian.studentId))
    .where(eq(guardian.accountId, accountId))
    .orderBy(asc(guardian.createTime), asc(guardian.id))
}

/** Whom a code is for, as it is shown before it is used: nobody learns a name by a code that was found. */
type ShownCode = { name: string; school: string; holder: CodeHolder }

/**
 * Whom a code is for. It stays unused.
 * @throws AppError 409 when the member cannot use it, 422 for a code that is wrong, used or expired, 429
 */
export async function checkFamilyCode(c: ApiContext, db: Database, actor: Actor, code: string): Promise<ShownCode> {
  const shown = await guarded(c, db, actor, false, async () => {
    const found = await codeOf(db, code)
    if (!found) return undefined
    await assertFree(db, actor.id, found)
    return { name: masked(found.name), school: found.school, holder: found.holder }
  })
  return shown ?? refuseCode()
}

/**
 * Makes the member the family account of the pupil that a code is for. The code is used up. The member and the pupil's
 * other family accounts are told.
 * @param given `relation`: of a guardian; a pupil's own code says itself what the member is
 * @throws AppError 401, 409 when the member cannot use it, 422 for a code that is wrong, used or expired, 429
 */
export async function bindFamilyCode(
  c: ApiContext,
  db: Database,
  actor: Actor,
  given: { code: string; relation?: Kin | undefined },
): Promise<OwnStudent> {
  const wrong = new Error('no such code')
  const work = (tx: Db) =>
    once(tx, requestOf(c, given), async () => {
      const bound = await bindIn(tx, c.get('deps').secret, actor, given)
      // Nothing of a wrong code is kept, not even for a repeat of the request.
      if (!bound) throw wrong
      return bound
    })
  const bound = await guarded(c, db, actor, true, () =>
    guardedWrite(db, authorOf(c), 'save', work).catch((error: unknown) => {
      if (error === wrong) return undefined
      throw error
    }),
  )
  return bound ?? refuseCode()
}

/** Takes an own link away. @throws AppError 404 when there is none */
export async function leaveStudent(tx: Db, actor: Actor, id: number): Promise<void> {
  const gone = await tx
    .delete(guardian)
    .where(and(eq(guardian.id, id), eq(guardian.accountId, actor.id)))
    .returning({ id: guardian.id })
  if (gone.length === 0) throw new AppError(404, m.error_rowMissing())
}

function guarded<T>(
  c: ApiContext,
  db: Database,
  { id, side }: Actor,
  final: boolean,
  verify: () => Promise<T | undefined>,
) {
  return guardPaperCode(db, { accountId: id, side, address: c.get('address'), final }, verify)
}

function refuseCode(): never {
  throw invalid({ code: [m.family_codeWrong()] })
}

type FoundCode = { id: number; studentId: number; holder: CodeHolder; name: string; school: string }

/** A code that works, and its pupil. */
async function codeOf(db: Db, code: string): Promise<FoundCode | undefined> {
  const [found] = await db
    .select({
      id: familyCode.id,
      studentId: familyCode.studentId,
      holder: familyCode.holder,
      name: student.name,
      school: sql<string>`coalesce((select o.name from organization o where o.id = school_of(${student.orgId})), '')`,
    })
    .from(familyCode)
    .innerJoin(student, eq(student.id, familyCode.studentId))
    .where(and(eq(familyCode.codeHash, familyCodeHash(code)), gt(familyCode.expireTime, sql`now()`)))
  return found && { ...found, holder: found.holder === 'self' ? 'self' : 'guardian' }
}

async function bindIn(
  tx: Db,
  secret: string,
  actor: Actor,
  { code, relation }: { code: string; relation?: Kin | undefined },
): Promise<OwnStudent | undefined> {
  // First the member, then the pupil: links of either are counted one after another, and of two who use a code at once
  // the second finds it used. An account that was closed meanwhile gets no link.
  const [own] = await tx
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.id, actor.id), eq(account.kind, 'user'), eq(account.status, 1)))
    .for('no key update')
  if (!own) throw new AppError(401)
  const found = await codeOf(tx, code)
  if (!found) return undefined
  await tx.select({ id: student.id }).from(student).where(eq(student.id, found.studentId)).for('no key update')
  const used = await tx.delete(familyCode).where(eq(familyCode.id, found.id)).returning({ id: familyCode.id })
  if (used.length === 0) return undefined
  await assertFree(tx, actor.id, found)
  const { studentId } = found
  const [made] = await tx
    .insert(guardian)
    .values({ studentId, accountId: actor.id, relation: kinOf(found.holder, relation) })
    .returning({ id: guardian.id })
  await tell(tx, secret, actor.id, found)
  const bound = (await ownStudents(tx, actor.id)).find(({ id }) => id === made?.id)
  if (!bound) throw new Error('the new link is not there')
  return bound
}

/** @throws AppError 422 for a relation that does not fit the code */
function kinOf(holder: CodeHolder, relation: Kin | undefined): Kin {
  if (holder === 'self') {
    if (relation !== undefined && relation !== 'self') throw invalid({ relation: [m.family_codeOfStudent()] })
    return 'self'
  }
  if (relation === undefined) throw invalid({ relation: [m.rule_required()] })
  if (relation === 'self') throw invalid({ relation: [m.family_codeOfGuardian()] })
  return relation
}

/** @throws AppError 409 when the member or the pupil has such a link already, or too many */
async function assertFree(db: Db, accountId: number, { studentId, holder }: FoundCode): Promise<void> {
  const { rows } = await db.execute<Record<'linked' | 'taken' | 'student' | 'full' | 'crowded', boolean>>(sql`
    select exists (select from guardian where student_id = ${studentId} and account_id = ${accountId}) as linked,
      exists (select from guardian where student_id = ${studentId} and relation = 'self') as taken,
      exists (select from guardian where account_id = ${accountId} and relation = 'self') as student,
      (select count(*) from guardian where account_id = ${accountId}) >= ${MOST_STUDENTS} as full,
      (select count(*) from guardian where student_id = ${studentId} and relation <> 'self') >= ${MOST_GUARDIANS} as crowded`)
  const [has] = rows
  if (has?.linked) throw new AppError(409, m.family_linked())
  if (holder === 'self' && has?.taken) throw new AppError(409, m.family_taken())
  if (holder === 'self' && has?.student) throw new AppError(409, m.family_student())
  if (has?.full) throw new AppError(409, m.family_full({ count: MOST_STUDENTS }))
  if (holder === 'guardian' && has?.crowded) throw new AppError(409, m.family_crowded({ count: MOST_GUARDIANS }))
}

async function tell(tx: Db, secret: string, accountId: number, { studentId, name }: FoundCode): Promise<void> {
  const others = await tx
    .select({ id: guardian.accountId })
    .from(guardian)
    .where(and(eq(guardian.studentId, studentId), ne(guardian.accountId, accountId)))
  const link = PAGE
  await notify(tx, secret, { accountId, kind: 'family', data: { own: true, student: name }, link })
  for (const { id } of others)
    await notify(tx, secret, { accountId: id, kind: 'family', data: { own: false, student: name }, link })
}

/** The first sign of a name: enough for a parent, and little for anybody else. */
function masked(name: string): string {
  return `${[...name][0] ?? ''}*`
}
