import { and, eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'
import { examSchemeRevision } from '#src/features/exam-scheme/exam-scheme.table.server.ts'
import type { ExamRecord } from './exam-access.server.ts'

/** The content of the revision that an exam runs by, without the exam's own parameters. */
export async function revisionContent(
  db: Db,
  { schemeId, revision }: Pick<ExamRecord, 'schemeId' | 'revision'>,
): Promise<SchemeContent> {
  const [found] = await db
    .select({ content: examSchemeRevision.content })
    .from(examSchemeRevision)
    .where(and(eq(examSchemeRevision.schemeId, schemeId), eq(examSchemeRevision.number, revision)))
  if (!found) throw new Error(`scheme ${schemeId} has no revision ${revision}`)
  return found.content
}
