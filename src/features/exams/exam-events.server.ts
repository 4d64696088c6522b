import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { formerName } from '#src/server/list/account-names.server.ts'
import { examEvent } from './exam.table.server.ts'

/** What happens to an exam, or to the part of a school. */
export const eventKinds = [
  'opened',
  'backToDraft',
  'roster',
  'locked',
  'unlocked',
  'published',
  'withdrawn',
  'archived',
  'submitted',
  'returned',
  'reminded',
  'deadline',
  'revision',
  'corrected',
] as const
export type ExamEventKind = (typeof eventKinds)[number]

type NewEvent = { examId: number; kind: ExamEventKind; schoolId?: number; reason?: string }

/** Notes what has happened to an exam. Call it in the transaction that does it. */
export async function noteEvent(
  tx: Db,
  actor: Actor,
  { examId, kind, schoolId, reason = '' }: NewEvent,
): Promise<void> {
  await tx.insert(examEvent).values({ examId, kind, schoolId: schoolId ?? null, reason, createBy: actor.id })
}

/** The last events of an exam, the newest first. @param seen the condition for the events that are read */
export async function eventsOf(db: Db, examId: number, seen = sql`true`) {
  return db
    .select({
      id: examEvent.id,
      kind: sql<ExamEventKind>`${examEvent.kind}`,
      school: organization.name,
      reason: examEvent.reason,
      who: sql<string | null>`coalesce(${account.username}, ${formerName(sql`${examEvent.createBy}`)})`,
      createTime: examEvent.createTime,
    })
    .from(examEvent)
    .leftJoin(account, eq(account.id, examEvent.createBy))
    .leftJoin(organization, eq(organization.id, examEvent.schoolId))
    .where(sql`${examEvent.examId} = ${examId} and ${seen}`)
    .orderBy(desc(examEvent.id))
    .limit(100)
}
