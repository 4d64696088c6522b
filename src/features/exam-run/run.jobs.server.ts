import { and, eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { refreshStatistics } from '#src/db/refresh-statistics.server.ts'
import { transactionWith } from '#src/db/transaction.server.ts'
import { ENGINE } from '#src/features/exam-engine/compute.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { can } from '#src/resource/registry.ts'
import { AppError } from '#src/server/errors.server.ts'
import { defineJob, type JobRun } from '#src/server/jobs/job-kind.server.ts'
import { earlierResult, keepResult } from '#src/server/jobs/kept-result.server.ts'
import { examInput, inSnapshot, placesOf } from './load-frame.server.ts'
import { examRun } from './run.table.server.ts'
import { acceptedCorrections } from './run-corrections.server.ts'
import { engineParams } from './run-params.server.ts'
import { computedStates, doneRun, dropResults, storedRun } from './run-store.server.ts'
import type { RunPiece } from './run-task.ts'
import { oneOfThread, runInThread } from './run-thread.server.ts'
import { writeRun } from './write-run.server.ts'

const about = () => ({ resource: 'exam', menu: 'exam/exam' })
const runInput = v.object({ examId: v.number(), run: v.number(), name: v.string() })
const runResult = v.object({ candidates: v.number() })

/** Computes an exam: frame, figures, results. All of it is written in one transaction, or nothing. */
export const examRunJob = defineJob({
  kind: 'exam-run',
  lane: 'exam',
  input: runInput,
  result: runResult,
  about,
  title: ({ name, run }) => m.examRun_job({ name, run: formatCount(run) }),
  steps: {
    reading: () => m.examRun_stepReading(),
    units: () => m.examRun_stepUnits(),
    results: () => m.examRun_stepResults(),
  },
  async run(job) {
    const { id, db, actor, input } = job
    const earlier = v.safeParse(runResult, await earlierResult(db, id))
    if (earlier.success) return earlier.output
    // The current rights count, not those at the time of the request.
    if (!can(actor, 'exam/exam/lock')) throw new AppError(403)
    const [wanted] = await db
      .select()
      .from(examRun)
      .where(and(eq(examRun.examId, input.examId), eq(examRun.number, input.run)))
    if (!wanted) throw new AppError(404, m.examRun_missing())
    const { content } = wanted.params
    const { lines, combinations, choice } = content
    const combos = choice === 'none' ? [] : combinations.map(({ name }) => name)
    job.progress({ step: 'reading', done: 0, total: null })
    const pieces = await inSnapshot(db, async (snapshot) => {
      await assertComputable(snapshot.db, input.examId)
      const places = await placesOf(snapshot.db, input.examId)
      const corrections = await acceptedCorrections(snapshot.db, input.examId)
      const task = {
        kind: 'run',
        ...input,
        ...places,
        params: engineParams(wanted.params),
        lines: lines.map(({ name }) => name),
        combos,
      } as const
      const reading = examInput(snapshot, input.examId, combos, job.signal)
      return { ...(await begun(runInThread<'run'>(task, { signal: job.signal, input: reading }))), corrections }
    })
    try {
      return await written(job, pieces)
    } finally {
      await pieces.rest.return(undefined)
    }
  },
  summary: ({ candidates }) => m.examRun_done({ count: formatCount(candidates) }),
})

type Pieces = ReturnType<typeof runInThread<'run'>>
type Begun = { head: Extract<RunPiece, { kind: 'head' }>; rest: Pieces }

/** Waits for the first piece: then everything is read and computed. */
async function begun(rest: Pieces): Promise<Begun> {
  const first = await rest.next()
  if (first.done || first.value.kind !== 'head') throw new Error('the thread gave no figures')
  return { head: first.value, rest }
}

async function written(
  { id, db, input: { examId, run }, progress, mayKeep }: JobRun<v.InferOutput<typeof runInput>>,
  { head, rest, corrections }: Begun & { corrections: number },
): Promise<v.InferOutput<typeof runResult>> {
  await mayKeep()
  const result = { candidates: head.facts.candidates }
  await transactionWith(db, {}, 'null', async (tx) => {
    await writeRun({ tx, client: clientOf(tx), examId, run, corrections }, head, rest, (table) =>
      progress({ step: table === 'exam_result' ? 'results' : 'units' }),
    )
    // The exam is locked only now, so that nobody waits while rows are written.
    await tx.execute(sql`select from exam where id = ${examId} for share`)
    await assertComputable(tx, examId)
    await dropResults(tx, examId)
    await mayKeep()
    await keepResult(tx, id, result)
  })
  // The first pages of the new run would otherwise read all figures.
  await refreshStatistics(db, 'run_unit')
  await refreshStatistics(db, 'run_stat', ['exam_id', 'run', 'kind', 'unit_id', 'col'])
  await refreshStatistics(db, 'exam_result', ['exam_id', 'run', 'candidate_id', 'org_id', 'school_id', 'student_id'])
  return result
}

/** Seam: `transactionWith` makes its `tx` on one connection, which COPY needs. */
function clientOf(tx: Db): pg.PoolClient {
  return (tx as Db & { $client: pg.PoolClient }).$client
}

async function assertComputable(db: Db, examId: number): Promise<void> {
  const { rows } = await db.execute<{ state: string }>(sql`select state from exam where id = ${examId}`)
  if (!computedStates.includes(rows[0]?.state ?? '')) throw new AppError(409, m.exam_otherState(), { reason: 'state' })
}

const compareResult = v.object({
  data: v.boolean(),
  figures: v.boolean(),
  /** The version of the engine that computed the run, where it is another one. */
  engine: v.optional(v.string()),
})

/** Computes a stored run again and compares the hashes. */
export const examCompareJob = defineJob({
  kind: 'exam-compare',
  lane: 'exam',
  input: runInput,
  result: compareResult,
  about,
  title: ({ name, run }) => m.examRun_compareJob({ name, run: formatCount(run) }),
  steps: { reading: () => m.examRun_stepReading() },
  async run({ db, actor, input: { examId, run }, signal, progress }) {
    if (!can(actor, 'exam/exam/lock')) throw new AppError(403)
    progress({ step: 'reading', done: 0, total: null })
    const { dataHash, resultHash, engine } = await doneRun(db, examId, run)
    const found = await oneOfThread<'compare'>(
      { kind: 'compare', stored: await storedRun(db, examId, run) },
      { signal },
    )
    return {
      data: found.dataHash === dataHash,
      figures: found.resultHash === resultHash,
      ...(engine !== ENGINE && { engine }),
    }
  },
  summary: ({ data, figures, engine }) => {
    if (!data) return m.examRun_otherData()
    if (figures) return m.examRun_same()
    return engine === undefined ? m.examRun_otherFigures() : m.examRun_otherEngine({ engine, now: ENGINE })
  },
})
