import { eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { canonicalJson, type Params } from '#src/features/exam-engine/params.ts'
import { defaultPolicy, paramsOfScheme } from '#src/features/exam-engine/params-of-scheme.ts'
import { ownParts } from '#src/features/exams/exam.params.ts'
import { examSubject } from '#src/features/exams/exam.table.server.ts'
import type { ExamRecord } from '#src/features/exams/exam-access.server.ts'
import { revisionContent } from '#src/features/exams/exam-content.server.ts'
import type { RunParams } from './run.facts.ts'

/** What an exam is computed with now: its revision, its own parameters, and the full marks of its subjects. */
export async function runParams(
  db: Db,
  exam: Pick<ExamRecord, 'id' | 'schemeId' | 'revision' | 'params'>,
): Promise<RunParams> {
  const content = await revisionContent(db, exam)
  const subjects = await db.select().from(examSubject).where(eq(examSubject.examId, exam.id))
  const fullMarks = new Map(subjects.map(({ subjectId, fullMark }) => [subjectId, fullMark / 100]))
  const { policy = defaultPolicy, ...own } = exam.params ?? {}
  return {
    content: {
      ...content,
      ...own,
      subjects: content.subjects.map((one) => ({ ...one, fullMark: fullMarks.get(one.subjectId) ?? one.fullMark })),
    },
    policy,
  }
}

/** The parameters of the engine. */
export function engineParams({ content, policy }: RunParams): Params {
  return paramsOfScheme(content, policy)
}

const compared = [...ownParts, 'subjects', 'combinations', 'choice'] as const

/** The parts in which two runs have other parameters. */
export function changedParams(one: RunParams, other: RunParams): string[] {
  const parts: string[] = compared.filter(
    (part) => canonicalJson(one.content[part]) !== canonicalJson(other.content[part]),
  )
  return canonicalJson(one.policy) === canonicalJson(other.policy) ? parts : [...parts, 'policy']
}
