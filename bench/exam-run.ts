import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { openDatabase } from '#src/db/client.server.ts'
import { startEmbedded } from '#src/db/embedded/embedded.server.ts'
import { workLimits } from '#src/db/work-limits.server.ts'
import { systemAuthor } from '#src/db/write.server.ts'
import { defaultPolicy } from '#src/features/exam-engine/params-of-scheme.ts'
import type { RunParams } from '#src/features/exam-run/run.facts.ts'
import { examRunJob } from '#src/features/exam-run/run.jobs.server.ts'
import { storedRun } from '#src/features/exam-run/run-store.server.ts'
import { oneOfThread } from '#src/features/exam-run/run-thread.server.ts'
import { prepareDatabase } from '#src/features/prepare.server.ts'
import { findActorById } from '#src/server/access/actor.server.ts'
import { syntheticParams } from './lib/synthetic-exam.ts'

// `node bench/exam-run.ts [candidates]` measures the way from the lock of an exam to its preview, by default of 50,000
// candidates with six papers of nine subjects each: reading, computing, hashing, writing. Then what a publication adds.
// The aims are 2 s for 50,000, and 30 s and 600 MB for a million. The data are written past all triggers.

const [candidates = '50000'] = process.argv.slice(2)
const size = Number(candidates)
const directory = await mkdtemp(join(tmpdir(), 'yardstick-bench-'))
const server = await startEmbedded({ dataDir: directory, log: () => undefined })
try {
  await prepareDatabase({ url: server.url, adminPassword: 'For-this-bench-1' })
  const db = openDatabase(server.url, 4, { limits: workLimits.job })
  await fill()
  const { rows } = await db.execute<{ id: number }>(sql`select id::int as id from account where username = 'admin'`)
  const actor = await findActorById(db, rows[0]?.id ?? 1)
  if (!actor) throw new Error('no account')
  const atStart = megabytes()
  let step = 'reading and computing'
  let began = performance.now()
  const lap = (next: string) => {
    print(step, `${((performance.now() - began) / 1000).toFixed(2)} s`)
    step = next
    began = performance.now()
  }
  for (const run of [1, 2]) {
    await db.execute(
      sql`insert into exam_run (exam_id, number, params, engine) values (1, ${run}, ${JSON.stringify(params())}::jsonb, '1')`,
    )
    step = 'reading and computing'
    const [start, busy] = [performance.now(), process.cpuUsage()]
    began = start
    await examRunJob.run({
      id: 0,
      input: { examId: 1, run, name: 'Bench' },
      attempt: 1,
      db,
      files: directory,
      secret: '',
      log: pino({ level: 'silent' }),
      actor,
      author: systemAuthor,
      signal: new AbortController().signal,
      progress: ({ step: next }) => (next === 'units' || next === 'results' ? lap(`writing ${next}`) : undefined),
      mayKeep: async () => undefined,
    })
    lap('')
    print(`lock to preview, round ${run}`, `${((performance.now() - start) / 1000).toFixed(2)} s`)
    const { user, system } = process.cpuUsage(busy)
    print('  processor time, without the database', `${((user + system) / 1e6).toFixed(2)} s`)
    print('peak memory of the process', `${megabytes()} MB, ${atStart} MB at the start`)
  }
  await timed('what changed since version 1', async () =>
    oneOfThread<'changes'>({ kind: 'changes', before: await storedRun(db, 1, 1), after: await storedRun(db, 1, 2) }),
  )
  const axes = await timed('what the first publication may show', async () =>
    oneOfThread<'axes'>({ kind: 'axes', before: null, after: await storedRun(db, 1, 1) }),
  )
  await timed('what the next one may show', async () => {
    const before = { ...(await storedRun(db, 1, 1)), axes }
    return oneOfThread<'axes'>({ kind: 'axes', before, after: await storedRun(db, 1, 2) })
  })
  await timed('recompute and compare', async () =>
    oneOfThread<'compare'>({ kind: 'compare', stored: await storedRun(db, 1, 1) }),
  )
  print('peak memory, with everything above', `${megabytes()} MB`)
  await db.$client.end()
} finally {
  await server.stop()
  await rm(directory, { recursive: true, force: true })
}
process.exit(0)

/** Classes of 50 in schools of 40 classes, in 20 districts. */
async function fill(): Promise<void> {
  const db = openDatabase(server.url, 1, { limits: workLimits.job })
  const combos = syntheticParams.combos.map((chosen) => [...new Set(chosen)].map((at) => at + 1))
  await db.execute(sql`set session_replication_role = replica`)
  await db.execute(sql`insert into organization (id, pid, path, code, name, type, sort_key)
    select 10 + n, null, '/' || 10 + n || '/', 'D' || n, 'District ' || n, 'district', 'a' || n from generate_series(1, 20) n`)
  await db.execute(sql`insert into organization (id, pid, path, code, name, type, sort_key)
    select 1000 + n, 11 + n % 20, '/' || 11 + n % 20 || '/' || 1000 + n || '/', 'S' || n, 'School ' || n, 'school', 'a' || n
    from generate_series(0, ${size}::int / 2000) n`)
  await db.execute(sql`insert into organization (id, pid, path, code, name, type, sort_key)
    select 100000 + n, 1000 + n / 40, '', 'C' || n, 'Class ' || n, 'class', 'a' || n from generate_series(0, ${size}::int / 50) n`)
  await db.execute(sql`insert into exam (id, name, scheme_id, revision, level_id, year_ids, org_ids, census_date, since, until, state)
    values (1, 'Bench', 1, 1, 1, '{}', '{}', '2026-01-01', '2026-01-01', '2026-01-01', 'locked')`)
  await db.execute(sql`insert into candidate (exam_id, id, student_id, number, name, school_id, org_id, combo)
    select 1, n, n, n::text, 'Pupil ' || n, 1000 + (n - 1) / 2000, 100000 + (n - 1) / 50, (n * 7 % ${combos.length}::int)::text
    from generate_series(1, ${size}::int) n`)
  await db.execute(sql`
    insert into paper (exam_id, candidate_id, subject_id, mark, flag)
    select 1, n, subject, case when absent then null else least(1, greatest(0, 0.3 + ability * 0.4 + random() * 0.3)) * full_mark end::int / 50 * 50,
      case when absent then 1 else 0 end
    from generate_series(1, ${size}::int) n,
      lateral (select random() + n * 0 as ability) a,
      lateral (select subject, case when subject <= 3 then 15000 else 10000 end as full_mark, random() < 0.01 as absent
        from jsonb_array_elements_text('[1,2,3]'::jsonb || (${JSON.stringify(combos)}::jsonb -> (n * 7 % ${combos.length}::int))) one (subject_text),
        lateral (select subject_text::int as subject) s) p`)
  await db.execute(sql`analyze`)
  await db.$client.end()
}

/** The parameters of the synthetic exam as a run stores them. */
function params(): RunParams {
  const { subjects, combos, tracks, assign, bands, lines } = syntheticParams
  return {
    policy: defaultPolicy,
    content: {
      name: 'Bench',
      levelId: 1,
      choice: '3+1+2',
      subjects: subjects.map(({ id, fullMark, assigned, chosen }, at) => ({
        subjectId: id,
        kind: tracks.includes(at) ? 'first' : chosen ? 'second' : 'required',
        fullMark: fullMark / 100,
        counts: 1,
        assigned: assigned ? 1 : 0,
      })),
      combinations: combos.map((chosen, at) => ({ name: String(at), subjectIds: chosen.map((one) => one + 1) })),
      assign: 'bands',
      assignBands: (assign?.bands ?? []).map((band, at) => ({ name: String(at), ...band })),
      assignFlat: 'high',
      assignZero: 'band',
      bands: bands.map((band, at) => ({ name: String(at), color: '', ...band })),
      lines: lines.map(({ by, value, track, effective }, at) => ({
        name: String(at),
        by,
        value: by === 'place' ? value : value / 100,
        subjectId: track === null ? null : track + 1,
        effective: effective ? 1 : 0,
      })),
    },
  }
}

function megabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024)
}

function print(name: string, value: string): void {
  if (name !== '') console.log(`${name.padEnd(44)} ${value}`)
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const made = await work()
  print(name, `${((performance.now() - start) / 1000).toFixed(2)} s`)
  return made
}
