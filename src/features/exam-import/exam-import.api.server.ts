import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { candidate, exam } from '#src/features/exams/exam.table.server.ts'
import { type ExamRecord, examsSeen } from '#src/features/exams/exam-access.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { nodesOf } from '#src/resource/registry.ts'
import { processCache } from '#src/server/cache/process-cache.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import type { FileWriter } from '#src/server/crud/import-writer.server.ts'
import { makeOnDemand, type RegisteredResource } from '#src/server/crud/resource-registry.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { importFactsOf } from './exam-facts.server.ts'
import { importDescription, importKey, importNames } from './import-descriptions.ts'
import { rosterWriter } from './roster-lines.server.ts'
import { scoreWriter } from './score-lines.server.ts'
import { scoreSheet } from './score-sheet.server.ts'

// The imports of an exam are resources that are made when somebody asks for them: `exam-score:12`, `exam-roster:12`.

type Kind = keyof typeof importNames
type Made = RegisteredResource & { name: string }

const made = processCache<Made>()

const writers: Record<Kind, (examId: number) => FileWriter> = {
  scores: (examId) => scoreWriter(examId, async (db) => importFactsOf(db, await examOf(db, examId))),
  roster: rosterWriter,
}

async function examOf(db: Db, examId: number): Promise<ExamRecord> {
  const [found] = await db.select().from(exam).where(eq(exam.id, examId))
  if (!found) throw new Error(`there is no exam ${examId}`)
  return found
}

async function make(db: Db, kind: Kind, examId: number): Promise<RegisteredResource | undefined> {
  const [found] = await db.select({ name: exam.name }).from(exam).where(eq(exam.id, examId))
  if (!found) return undefined
  const known = made.get(importKey(kind, examId))
  if (known?.name === found.name) return known
  const description = importDescription(kind, { id: examId, name: found.name })
  const resource = compileResource({
    description,
    table: candidate,
    scope: { organization: candidate.orgId },
    unrecorded: 'insert',
    write: { file: writers[kind](examId) },
  })
  return made.set(importKey(kind, examId), { resource, nodes: nodesOf(description), name: found.name })
}

for (const kind of ['scores', 'roster'] as const) {
  makeOnDemand(importNames[kind], {
    make: (db, examId) => make(db, kind, examId),
    async sees(db, actor, examId) {
      const rows = await db
        .select({ id: exam.id })
        .from(exam)
        .where(and(eq(exam.id, examId), examsSeen(actor)))
      return rows.length > 0
    },
  })
}

/** The calls of imports of an exam besides those of the kit. */
export const examImportEndpoints = {
  scoreSheet: endpoint({
    tag: 'resource',
    security: 'admin',
    method: 'get',
    path: '/adminApi/exam/scoreSheet',
    summary: m.call_examScoreSheet,
    node: 'exam/data/enter',
    log: 'export',
    query: v.strictObject({ id, school: v.optional(id) }),
    answer: v.string(),
    bare: 'application/octet-stream',
    errors: [404, 409, 422, 429],
    run: ({ c, db, actor, query }) => scoreSheet(db, actor, { ...query, headOnly: c.req.method === 'HEAD' }),
  }),
}
