import { asc, eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'
import { examSubject } from '#src/features/exams/exam.table.server.ts'
import type { ExamRecord } from '#src/features/exams/exam-access.server.ts'
import { revisionContent } from '#src/features/exams/exam-content.server.ts'
import { subject } from '#src/features/subject/subject.table.server.ts'

/** A subject of an exam as files have it. `field` is its column. */
export type FileSubject = {
  id: number
  field: string
  name: string
  code: string
  /** Hundredths of a mark. */
  full: number
  kind: SchemeContent['subjects'][number]['kind']
  counts: boolean
}

/** What a file of marks is checked against. */
export type ImportFacts = { subjects: readonly FileSubject[]; combinations: SchemeContent['combinations'] }

/** The subjects of an exam in their order, and its combinations. */
export async function importFactsOf(
  db: Db,
  exam: Pick<ExamRecord, 'id' | 'schemeId' | 'revision'>,
): Promise<ImportFacts> {
  const content = await revisionContent(db, exam)
  const roles = new Map(content.subjects.map((one) => [one.subjectId, one]))
  const rows = await db
    .select({ id: subject.id, name: subject.name, code: subject.code, full: examSubject.fullMark })
    .from(examSubject)
    .innerJoin(subject, eq(subject.id, examSubject.subjectId))
    .where(eq(examSubject.examId, exam.id))
    .orderBy(asc(examSubject.position))
  const subjects = rows.map((row) => {
    const { kind = 'required', counts = 1 } = roles.get(row.id) ?? {}
    return { ...row, field: `s${row.id}`, kind, counts: counts === 1 }
  })
  return { subjects, combinations: content.choice === 'none' ? [] : content.combinations }
}
