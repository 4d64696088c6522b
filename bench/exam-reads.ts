import { loadavg } from 'node:os'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { openDatabase } from '#src/db/client.server.ts'
import type { Node } from '#src/resource/registry.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { passwords } from '../tests/support/passwords.ts'
import { benchExam, post } from './lib/bench-exam.ts'
import { type Line, runJob, withPeak } from './lib/jobs.ts'
import { send } from './lib/measure.ts'
import { ownProduct } from './lib/own-product.ts'
import { signIn, signInCall } from './lib/people.ts'

// `node bench/exam-reads.ts` measures what people read of an exam of 500 schools with nine subjects: the board, the
// findings with an exam before to compare with, and pages of reports for 16 readers at once, who hold the exam or are
// principals, alone and while the exam is computed again. CANDIDATES is 50,000 by default. The aims are 100 ms for the
// board, 2 s for the findings, and 60 ms for 95 of 100 pages. Also prints the memory of the product in a run.

const CANDIDATES = Number(process.env.CANDIDATES ?? 50_000)
const SCHOOLS = 500
const READERS = 16
const PAGES = 1600
const reports = ['overview', 'comparison', 'distribution', 'lines', 'borderline']

const { product, database, timed, end } = await ownProduct()
try {
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
  const { access_token } = await signIn(product.url)
  const line = { url: product.url, headers: { authorization: `Bearer ${access_token}`, 'accept-language': 'en' } }
  const exam = await benchExam(client, line, { candidates: CANDIDATES, schools: SCHOOLS, classes: 10, subjects: 9 })
  await client.query(
    `insert into paper (exam_id, candidate_id, subject_id, mark, flag)
      select c.exam_id, c.id, s.subject_id, (least(1, 0.2 + a.ability * 0.5 + random() * 0.3) * s.full_mark)::int / 50 * 50, 0
      from candidate c cross join lateral (select random() + c.id * 0 as ability) a join exam_subject s on s.exam_id = c.exam_id
      where c.exam_id = $1`,
    [exam],
  )
  await addLastExam(client, exam)
  await client.query('analyze')
  console.log(`median, slowest, first; load ${loadavg()[0]?.toFixed(1)}`)
  await timed(`board of ${SCHOOLS} schools`, access_token, `/adminApi/exam/board?id=${exam}`)
  await timed('findings', access_token, `/adminApi/exam/findings?id=${exam}`)
  await withPeak(product.pid, 'locked to preview', CANDIDATES, () =>
    runJob(line, 'exam/lock', { id: exam, confirm: true }),
  )
  const audience = { schools: true, teachers: true, families: 'none', ranks: false }
  await withPeak(product.pid, 'published', CANDIDATES, () => post(line, 'exam/publish', { id: exam, run: 1, audience }))
  const pages = await pagesOf(client, exam)
  for (const { name, page } of pages) await timed(name, access_token, page)
  const whole: Reader = { line, paths: pages.map(({ page }) => page) }
  const groups = { 'who hold the exam': [whole], principals: await principals(database.url, product.url, exam) }
  for (const [who, readers] of Object.entries(groups)) {
    await readTogether(readers, `${who}, alone`)
    const again = withPeak(product.pid, 'computed again meanwhile', CANDIDATES, () =>
      runJob(line, 'exam/run', { id: exam }),
    )
    await readTogether(readers, `${who}, while the exam is computed`)
    await again
  }
  await client.end()
} finally {
  await end()
}
process.exit(0)

/** An exam before, locked, of the same pupils and with other marks. It is written past all triggers. */
async function addLastExam(client: pg.Client, exam: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  const { rows } = await client.query<{ id: string }>(
    `insert into exam (name, scheme_id, revision, level_id, year_ids, org_ids, census_date, since, until, step, state)
      select 'Before', scheme_id, revision, level_id, year_ids, org_ids, census_date, since - 60, until - 60, step, 'locked'
      from exam where id = $1 returning id`,
    [exam],
  )
  const before = rows[0]?.id
  for (const copied of [
    `exam_subject (exam_id, subject_id, position, full_mark)
      select $2::bigint, subject_id, position, full_mark from exam_subject where exam_id = $1`,
    `paper_count (exam_id, school_id, subject_id, entered, absent, cheat, exempt)
      select $2::bigint, school_id, subject_id, entered, absent, cheat, exempt from paper_count where exam_id = $1`,
    `candidate (exam_id, student_id, number, name, school_id, org_id)
      select $2::bigint, student_id, number, name, school_id, org_id from candidate where exam_id = $1 order by id`,
    `paper (exam_id, candidate_id, subject_id, mark)
      select $2::bigint, b.id, p.subject_id, (p.mark * 0.8 + random() * 1000)::int / 50 * 50
      from paper p join candidate c on c.exam_id = p.exam_id and c.id = p.candidate_id
        join candidate b on b.exam_id = $2::bigint and b.student_id = c.student_id where p.exam_id = $1`,
  ])
    await client.query(`insert into ${copied}`, [exam, before])
  await client.query('set session_replication_role = default')
}

/** The pages of the reports, of the whole, of some schools and of some classes. */
async function pagesOf(client: pg.Client, exam: number): Promise<{ name: string; page: string }[]> {
  const { rows } = await client.query<{ kind: string; id: string; at: string }>(
    `select kind, unit_id as id, row_number() over (partition by kind order by unit_id) as at from run_unit
      where exam_id = $1 and run = 1 and kind in ('all', 'school', 'class') order by kind, unit_id`,
    [exam],
  )
  const units = rows.filter(({ at }) => Number(at) <= 8)
  return reports.flatMap((report) =>
    units.map(({ kind, id }) => ({
      name: `${report} of ${kind} ${id}`,
      page: `/adminApi/report/show?exam=${exam}&report=${report}&unit=${kind === 'all' ? kind : `${kind}-${id}`}`,
    })),
  )
}

/** Somebody with the pages to read, which may be read by several at once. */
type Reader = { line: Line; paths: readonly string[] }

/** The principals of as many schools as there are readers. They read the reports of their schools. */
async function principals(databaseUrl: string, url: string, exam: number): Promise<Reader[]> {
  const db = openDatabase(databaseUrl, 2)
  const { rows } = await db.execute<{ id: number }>(
    sql`select unit_id::float8 as id from run_unit where exam_id = ${exam} and run = 1 and kind = 'school' order by unit_id limit ${READERS}`,
  )
  const readers: Reader[] = []
  for (const { id } of rows) {
    const username = `principal${id}`
    const nodes: Node[] = ['report/index', 'exam/candidate/pupil']
    await addOfficer({ db }, { username, nodes, scope: 'orgBelow', deptId: id })
    const { access_token } = JSON.parse(await send(signInCall(url, username, passwords.admin)))
    readers.push({
      line: { url, headers: { authorization: `Bearer ${access_token}`, 'accept-language': 'en' } },
      paths: reports.map((report) => `/adminApi/report/show?exam=${exam}&report=${report}`),
    })
  }
  await db.$client.end()
  return readers
}

/** Reads pages by several readers at once, and prints how long a page takes. */
async function readTogether(readers: readonly Reader[], name: string): Promise<void> {
  const times: number[] = []
  const start = performance.now()
  const read = async (at: number) => {
    const reader = readers[at % readers.length]
    if (!reader) throw new Error('nobody reads')
    const { line, paths } = reader
    for (let page = at; page < PAGES; page += READERS) {
      const began = performance.now()
      // Seven and the number of pages have no common factor, so all are read.
      await send({ url: line.url + paths[(page * 7) % paths.length], headers: line.headers })
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: READERS }, (_, at) => read(at)))
  const seconds = (performance.now() - start) / 1000
  times.sort((one, other) => one - other)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(0)
  console.log(
    `${READERS} readers ${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, ${(PAGES / seconds).toFixed(0)} pages a second`,
  )
}
