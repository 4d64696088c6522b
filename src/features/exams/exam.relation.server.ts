import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { computedStates } from '#src/features/exam-run/run-store.server.ts'
import { relationTo } from '#src/server/crud/relation.server.ts'
import type { Relation } from '#src/server/crud/resource.server.ts'
import { containsSql } from '#src/server/list/contains.server.ts'
import { candidate, exam } from './exam.table.server.ts'
import { candidatesSeen, examsSeen } from './exam-access.server.ts'

/** A relation to one exam that the actor sees. The newest come first. */
export const examOne = relationTo({
  table: exam,
  scope: examsSeen,
  search: ['name'],
  order: [desc(exam.since), asc(exam.name)],
})

// A list that shows the number reads it by exam and id, which a label cannot.
const { labelOf: _, ...byId } = relationTo({
  table: candidate,
  scope: candidatesSeen,
  template: '{number}',
  search: ['number'],
  order: [asc(candidate.number)],
})

/** A relation to one candidate of a locked or published exam, by number. The exam is told beside it. */
export const candidateOne: Relation = {
  ...byId,
  search: (db, actor, { quickSearch, limit, offset }) =>
    db
      .select({ value: candidate.id, label: sql<string>`${candidate.number}`, hint: exam.name })
      .from(candidate)
      .innerJoin(exam, eq(exam.id, candidate.examId))
      .where(
        and(
          candidatesSeen(actor),
          eq(candidate.status, 'in'),
          inArray(exam.state, [...computedStates]),
          quickSearch === '' ? undefined : containsSql(candidate.number, quickSearch),
        ),
      )
      .orderBy(desc(exam.since), asc(candidate.number), asc(candidate.id))
      .limit(limit)
      .offset(offset),
}
