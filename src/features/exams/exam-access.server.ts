import { desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { currentTerm } from '#src/db/current-term.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { AppError, stale } from '#src/server/errors.server.ts'
import { candidate, exam, examPart } from './exam.table.server.ts'

// Whose exams an actor sees, and who holds one. All calls of exams ask here.

export type ExamRecord = typeof exam.$inferSelect

/** The ids of the organizations in the data scope, as a subquery; undefined for all. */
function organizationsSeen(actor: Actor): SQL | undefined {
  const seen = scope(actor, 'organizations')
  return seen && sql`(select ${organization.id} from ${organization} where ${seen})`
}

/**
 * The condition for the exams that an actor sees: those that an organization of the data scope holds, and those in
 * which candidates of the data scope take part. Undefined for all.
 */
export function examsSeen(actor: Actor): SQL | undefined {
  const seen = organizationsSeen(actor)
  return (
    seen &&
    sql`(exists (select from unnest(${exam.orgIds}) held where held in ${seen})
      or exists (select from ${examPart} where ${examPart.examId} = ${exam.id} and ${examPart.schoolId} in ${seen})
      or exists (select from ${candidate} where ${candidate.examId} = ${exam.id} and ${candidate.orgId} in ${seen}))`
  )
}

/** The condition for the candidates of the data scope; undefined for all. */
export function candidatesSeen(actor: Actor): SQL | undefined {
  return scope(actor, { organization: candidate.orgId })
}

/**
 * The subjects in which an actor sees the papers of classes. A class that only the teaching of the current term leads
 * to has those that the actor teaches there; a class that is not in the answer has all.
 */
export async function subjectsTaught(
  db: Db,
  actor: Actor,
  classes: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  if (actor.super || !actor.scopes.has('teaching') || classes.length === 0) return new Map()
  const others = new Set([...actor.scopes].filter((kind) => kind !== 'teaching'))
  const covered = scope({ ...actor, scopes: others }, 'organizations')
  if (!covered) return new Map()
  const { rows } = await db.execute<{ id: number; subjects: number[] }>(sql`
    select ${organization.id}::float8 as id, array(select distinct t.subject_id::float8 from teaching t
      where t.org_id = ${organization.id} and t.account_id = ${actor.id} and t.term_id = ${currentTerm}) as subjects
    from ${organization} where ${organization.id} = any (${sql.param([...new Set(classes)])}::bigint[]) and not (${covered})`)
  return new Map(rows.map(({ id, subjects }) => [id, new Set(subjects)]))
}

/**
 * The condition for rows about papers that an actor sees: of candidates of the data scope, in subjects that the actor
 * sees in their classes. Undefined for all.
 */
export function papersSeen(
  actor: Actor,
  { examId, candidateId, subjectId }: Record<'examId' | 'candidateId' | 'subjectId', SQLWrapper>,
): SQL | undefined {
  const seen = candidatesSeen(actor)
  return (
    seen &&
    sql`exists (select from ${candidate} where ${candidate.examId} = ${examId} and ${candidate.id} = ${candidateId}
      and ${seen} and ${subjectSeen(actor, subjectId)})`
  )
}

/** As `subjectsTaught`, for the class of the candidate `candidate` and one subject. */
function subjectSeen(actor: Actor, subjectId: SQLWrapper): SQL {
  if (!actor.scopes.has('teaching')) return sql`true`
  const others = new Set([...actor.scopes].filter((kind) => kind !== 'teaching'))
  const covered = organizationsSeen({ ...actor, scopes: others })
  if (!covered) return sql`true`
  return sql`(${candidate.orgId} in ${covered} or exists (select from teaching t where t.org_id = ${candidate.orgId}
    and t.account_id = ${actor.id} and t.term_id = ${currentTerm} and t.subject_id = ${subjectId}))`
}

/** The condition for the parts of the schools that are as a whole in the data scope; undefined for all. */
export function partsSeen(actor: Actor): SQL | undefined {
  const seen = organizationsSeen(actor)
  return seen && sql`${examPart.schoolId} in ${seen}`
}

/** Whether all organizations that take part are in the data scope. Only then the actor sets up, locks and publishes. */
export function heldSql(actor: Actor): SQL<boolean> {
  const seen = organizationsSeen(actor)
  return seen ? sql`not exists (select from unnest(${exam.orgIds}) held where held not in ${seen})` : sql`true`
}

/** An exam that the actor sees, and whether the actor holds it. @throws AppError 404 */
export async function findExam(db: Db, actor: Actor, id: number): Promise<ExamRecord & { held: boolean }> {
  const [found] = await db
    .select({ exam, held: heldSql(actor) })
    .from(exam)
    .where(sql`${eq(exam.id, id)} and ${examsSeen(actor) ?? sql`true`}`)
  if (!found) throw new AppError(404, m.error_rowMissing())
  return { ...found.exam, held: found.held }
}

/** The exams that an actor can choose among, the newest first. */
export async function examChoices(db: Db, actor: Actor) {
  return db
    .select({ id: exam.id, name: exam.name, state: exam.state })
    .from(exam)
    .where(examsSeen(actor))
    .orderBy(desc(exam.since), desc(exam.id))
    .limit(500)
}

type WantedExam = { id: number; version?: number | undefined; states?: readonly string[] }

/**
 * An exam that the actor holds.
 * @throws AppError 404, 403 for an exam of others, 409 when somebody has changed it, or its state is another one
 */
export async function heldExam(db: Db, actor: Actor, { id, version, states }: WantedExam): Promise<ExamRecord> {
  const { held, ...found } = await findExam(db, actor, id)
  if (!held) throw new AppError(403, m.exam_notHeld())
  if (version !== undefined && version !== found.version) throw stale(found)
  if (states && !states.includes(found.state)) throw new AppError(409, m.exam_otherState(), { reason: 'state' })
  return found
}

/** The same, locked until the commit, so that its state stays. */
export async function holdExam(tx: Db, actor: Actor, wanted: WantedExam): Promise<ExamRecord> {
  await tx.execute(sql`select from ${exam} where ${eq(exam.id, wanted.id)} for update`)
  return heldExam(tx, actor, wanted)
}
