import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { longRead } from '#src/db/transaction.server.ts'
import type { ExamRecord } from '#src/features/exams/exam-access.server.ts'
import { heldExam, holdExam } from '#src/features/exams/exam-access.server.ts'
import { setState } from '#src/features/exams/exam-state.server.ts'
import { contractLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { id } from '#src/lib/number-rules.ts'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import { type ApiContext, type ApiDeps, actorOf, authorOf } from '#src/server/context.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { queued } from '#src/server/import/import-steps.server.ts'
import type { JobKind } from '#src/server/jobs/job-kind.server.ts'
import { idQuery } from '#src/server/list/crud-query.server.ts'
import { blockingSchema, readinessOf, warningsSchema } from './blocking.server.ts'
import { publishExam, withdrawPublication } from './publish.server.ts'
import { examCompareJob, examRunJob } from './run.jobs.server.ts'
import { addExamRun, computedStates, doneRun } from './run-store.server.ts'
import { audienceSchema, changesAnswer, changesBeside, runsAnswer, runsOf } from './run-view.server.ts'
import { tellFamiliesJob } from './tell-families.jobs.server.ts'

const common = { tag: 'resource', security: 'admin' } as const
const writes = {
  ...common,
  method: 'post',
  write: 'save',
  committed: ({ c, db }: { c: ApiContext } & Pick<ApiDeps, 'db'>) => {
    c.get('deps').jobs.wake()
    tableChanged(db, 'exam')
  },
} as const
const number = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number))
const wanted = { id, version: v.optional(id) }
const started = v.object({ id, version: v.number(), run: v.number(), job: v.number() })
const saved = v.object({ id, version: v.number(), number: v.number() })

/** Puts the next run of an exam in the queue, in the transaction of the call. */
function nextRun(c: ApiContext, tx: Db, exam: ExamRecord) {
  const { id: by } = actorOf(c)
  const kind: JobKind<{ examId: number; run: number; name: string }> = examRunJob
  return addExamRun(tx, exam, by, (run) =>
    c.get('deps').jobs.enqueue(
      tx,
      kind,
      { examId: exam.id, run, name: exam.name },
      {
        author: { ...authorOf(c), id: by },
        locale: contractLocale(c.req.raw),
      },
    ),
  )
}

/** Puts the notices to families in the queue, in the transaction of the publication. */
async function tellFamilies(c: ApiContext, tx: Db, { id: examId, number }: { id: number; number: number }) {
  const { rows } = await tx.execute<{ name: string }>(sql`select name from exam where id = ${examId}`)
  const options = { author: { ...authorOf(c), id: actorOf(c).id }, locale: contractLocale(c.req.raw) }
  await c.get('deps').jobs.enqueue(tx, tellFamiliesJob, { examId, number, name: rows[0]?.name ?? '' }, options)
}

/** Locking, runs and publications of exams. */
export const examRunEndpoints = {
  readiness: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/exam/lock',
    summary: m.call_examReadiness,
    node: 'exam/exam/lock',
    errors: [404, 409],
    query: idQuery,
    answer: v.strictObject({ blocking: blockingSchema, warnings: warningsSchema }),
    run: async ({ db, actor, query }) => {
      const exam = await heldExam(db, actor, { id: query.id, states: ['collecting'] })
      return longRead(db, (tx) => readinessOf(tx, exam))
    },
  }),
  lock: endpoint({
    ...writes,
    path: '/adminApi/exam/lock',
    summary: m.call_examLock,
    node: 'exam/exam/lock',
    errors: [404, 409],
    body: v.strictObject({ ...wanted, confirm: v.optional(v.boolean(), false) }),
    answer: started,
    run: async ({ c, tx, actor, body }) => {
      const exam = await holdExam(tx, actor, { ...body, states: ['collecting'] })
      const { blocking, warnings } = await readinessOf(tx, exam)
      if (Object.values(blocking).some((count) => count > 0)) throw new AppError(422, m.examRun_blocked(), { blocking })
      if (!body.confirm && Object.values(warnings).some((count) => count > 0)) {
        throw new AppError(422, m.examRun_warned(), { reason: 'warnings', warnings })
      }
      const locked = await setState(tx, actor, { id: exam.id, state: 'locked', kind: 'locked' })
      return { ...locked, ...(await nextRun(c, tx, exam)) }
    },
    msg: () => m.examRun_locked(),
  }),
  run: endpoint({
    ...writes,
    path: '/adminApi/exam/run',
    summary: m.call_examRun,
    node: 'exam/exam/lock',
    errors: [404, 409],
    body: v.strictObject(wanted),
    answer: started,
    run: async ({ c, tx, actor, body }) => {
      const exam = await holdExam(tx, actor, { ...body, states: computedStates })
      return { id: exam.id, version: exam.version, ...(await nextRun(c, tx, exam)) }
    },
    msg: ({ run }) => m.examRun_begun({ run: formatCount(run) }),
  }),
  compare: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/exam/compare',
    summary: m.call_examCompare,
    node: 'exam/exam/lock',
    errors: [404],
    body: v.strictObject({ id, run: id }),
    answer: v.object({ job: v.number() }),
    run: async ({ c, db, actor, body }) => {
      const exam = await heldExam(db, actor, { id: body.id })
      await doneRun(db, exam.id, body.run)
      return queued(c, examCompareJob, { examId: exam.id, run: body.run, name: exam.name })
    },
    msg: () => m.examRun_comparing(),
  }),
  runs: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/exam/runs',
    summary: m.call_examRuns,
    node: 'exam/exam/index',
    errors: [404],
    query: idQuery,
    answer: runsAnswer,
    run: ({ db, actor, query }) => runsOf(db, actor, query.id),
  }),
  changes: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/exam/changes',
    summary: m.call_examChanges,
    node: 'exam/exam/publish',
    errors: [404],
    query: v.strictObject({ id: number, run: number, publication: v.optional(number) }),
    answer: changesAnswer,
    run: ({ db, actor, query }) => changesBeside(db, actor, query),
  }),
  publish: endpoint({
    ...writes,
    path: '/adminApi/exam/publish',
    summary: m.call_examPublish,
    node: 'exam/exam/publish',
    errors: [404, 409],
    body: v.strictObject({
      ...wanted,
      run: id,
      audience: audienceSchema,
      note: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500)), ''),
    }),
    answer: saved,
    run: async ({ c, tx, actor, body }) => {
      const made = await publishExam(tx, actor, body)
      if (body.audience.families !== 'none') await tellFamilies(c, tx, made)
      return made
    },
    msg: ({ number: published }) => m.examRun_published({ number: formatCount(published) }),
  }),
  withdraw: endpoint({
    ...writes,
    path: '/adminApi/exam/withdraw',
    summary: m.call_examWithdraw,
    node: 'exam/exam/publish',
    errors: [404, 409],
    body: v.strictObject({
      ...wanted,
      reason: v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1, () => m.rule_required()),
        v.maxLength(500),
      ),
    }),
    answer: saved,
    run: ({ tx, actor, body }) => withdrawPublication(tx, actor, body),
    msg: ({ number: standing }) =>
      standing > 0 ? m.examRun_withdrawnTo({ number: formatCount(standing) }) : m.examRun_withdrawn(),
  }),
}
