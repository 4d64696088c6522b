import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { compute } from '#src/features/exam-engine/compute.ts'
import type { Frame } from '#src/features/exam-engine/frame.ts'
import { defaultPolicy, paramsOfScheme } from '#src/features/exam-engine/params-of-scheme.ts'
import { storeAxes } from '#src/features/exam-run/axes-store.server.ts'
import { runFactsOf, unitsOf } from '#src/features/exam-run/facts-of.ts'
import { publishedAxes } from '#src/features/exam-run/published-axes.ts'
import type { PublicationAudience, RunParams } from '#src/features/exam-run/run.facts.ts'
import { examRun, publication, runStat, runUnit } from '#src/features/exam-run/run.table.server.ts'
import { statsOf } from '#src/features/exam-run/stats-of.ts'
import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'

/** Everybody sees everything but ranks. */
export const openAudience: PublicationAudience = { schools: true, teachers: true, families: 'marks', ranks: false }

/** A run in memory: what its job computes and stores. */
export function runOf(frame: Frame, content: SchemeContent, policy: RunParams['policy'] = defaultPolicy) {
  const params = paramsOfScheme(content, policy)
  const result = compute(frame, params)
  const facts = runFactsOf(
    frame,
    params,
    result,
    content.lines.map(({ name }) => name),
  )
  return {
    params: { content, policy },
    facts,
    units: [...unitsOf(frame, params)],
    stats: [...statsOf(frame, params, result)],
    result,
  }
}

/** Stores a run of an exam, as its job does. */
export async function storeRun(db: Db, examId: number, frame: Frame, content: SchemeContent, number = 1) {
  const run = runOf(frame, content)
  const key = { examId, run: number }
  await db.insert(examRun).values({
    examId,
    number,
    state: 'done',
    params: run.params,
    engine: run.result.engine,
    dataHash: 'd'.repeat(64),
    resultHash: 'e'.repeat(64),
    facts: run.facts,
  })
  const ids = run.units.map(({ unitId }) => unitId)
  const names = new Map(
    (
      await db
        .select({ id: organization.id, name: organization.name })
        .from(organization)
        .where(inArray(organization.id, ids))
    ).map(({ id, name }) => [id, name]),
  )
  const nameOf = ({ kind, unitId }: (typeof run.units)[number]) => {
    if (kind === 'all') return ''
    if (kind === 'combo') return content.combinations[unitId - 1]?.name ?? ''
    return kind === 'group' ? `Group ${unitId}` : (names.get(unitId) ?? `Unit ${unitId}`)
  }
  await inParts(
    run.units.map((unit) => ({ ...key, ...unit, name: nameOf(unit) })),
    (part) => db.insert(runUnit).values(part),
  )
  await inParts(
    run.stats.map((stat) => ({ ...key, ...stat })),
    (part) => db.insert(runStat).values(part),
  )
  return run
}

async function inParts<T>(rows: readonly T[], insert: (part: T[]) => PromiseLike<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += 1000) await insert(rows.slice(at, at + 1000))
}

/** Publishes a run, with what it shows outside of its units. */
export async function publishRun(
  db: Db,
  examId: number,
  frame: Frame,
  content: SchemeContent,
  {
    number = 1,
    run = 1,
    audience = openAudience,
  }: { number?: number; run?: number; audience?: PublicationAudience } = {},
) {
  await db.insert(publication).values({ examId, number, run, audience })
  const last = frame.candidates.reduce((most, candidate) => Math.max(most, candidate), 0)
  const ids = Float64Array.from({ length: last }, (_, at) => at + 1)
  const computed = { frame, ids, params: paramsOfScheme(content, defaultPolicy) }
  await storeAxes(db, { examId, number }, publishedAxes(null, computed))
  await db.execute(sql`update exam set published = ${number} where id = ${examId}`)
}
