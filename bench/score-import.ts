import { loadavg } from 'node:os'
import pg from 'pg'
import { benchExam } from './lib/bench-exam.ts'
import { bringFile, type Line, runJob, withPeak } from './lib/jobs.ts'
import { ownProduct } from './lib/own-product.ts'
import { signIn } from './lib/people.ts'

// `node bench/score-import.ts` checks and imports a wide file of 20,000 candidates with nine marks each, sends it once
// more, sends it with changes, and undoes. Prints seconds, papers a second, and the load of the machine.

const CANDIDATES = Number(process.env.CANDIDATES ?? 20_000)
const SCHOOLS = 40
const CLASSES = 10
const SUBJECTS = 9
const PAPERS = CANDIDATES * SUBJECTS

const { product, database, end } = await ownProduct()
try {
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
  const { access_token } = await signIn(product.url)
  const headers = { authorization: `Bearer ${access_token}`, 'accept-language': 'en' }
  const line = { url: product.url, headers }
  const exam = await benchExam(client, line, {
    candidates: CANDIDATES,
    schools: SCHOOLS,
    classes: CLASSES,
    subjects: SUBJECTS,
  })
  const resource = `exam-score:${exam}`
  const load = () => `load ${loadavg()[0]?.toFixed(1)}`
  const papers = (name: string, content: Buffer) => ({ resource, name, content })
  await withPeak(product.pid, `check (${load()})`, PAPERS, () => check(line, papers('a.csv', file(0))))
  const first = await withPeak(product.pid, `import (${load()})`, PAPERS, () =>
    bringFile(line, papers('a.csv', file(0))),
  )
  await withPeak(product.pid, `the same file once more (${load()})`, PAPERS, () =>
    bringFile(line, papers('a.csv', file(0))),
  )
  await withPeak(product.pid, `all marks changed (${load()})`, PAPERS, () => bringFile(line, papers('b.csv', file(1))))
  const { rows } = await client.query<{ id: string; set: string; changed: string }>(
    `select id, change_set_id as set, applied -> 'rows' ->> 'changed' as changed from data_import
      where resource = $1 and change_set_id is not null order by id desc`,
    [resource],
  )
  for (const { id, changed } of rows)
    await withPeak(product.pid, `undo of ${Number(changed) > 0 ? 'changes' : 'insertions'} (${load()})`, PAPERS, () =>
      runJob(line, `${resource}/importUndo`, { id: Number(id) }),
    )
  const left = await client.query(`select count(*)::int as count from paper`)
  console.log(`change set ${first}; ${left.rows[0].count} papers left`)
  await client.end()
} finally {
  await end()
}
process.exit(0)

/** Checks a file with the plan that the product proposes. */
async function check(line: Line, { resource, name, content }: { resource: string; name: string; content: Buffer }) {
  const upload = await fetch(`${line.url}/adminApi/${resource}/import?name=${name}`, {
    method: 'POST',
    headers: { ...line.headers, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(content),
  })
  const { data }: { data: { id: number; sheet: number; header: number; columns: { field: string | null }[] } } =
    await upload.json()
  const mapping = data.columns.map(({ field }) => field)
  const plan = { sheet: data.sheet, header: data.header, mapping, keys: [], mode: 'both' }
  return runJob(line, `${resource}/importCheck`, { id: data.id, plan })
}

/** The file, with marks that depend on `shift`. */
function file(shift: number): Buffer {
  const titles = Array.from({ length: SUBJECTS }, (_, at) => `B${at + 1}`)
  const made = [`Exam number,Name,School,Class,${titles.join()},Total`]
  for (let n = 0; n < CANDIDATES; n++) {
    const marks = titles.map((_, at) => ((n * 7 + at * 13 + shift) % 199) / 2)
    const place = `School ${1 + (n % SCHOOLS)},Class ${1 + (Math.floor(n / SCHOOLS) % CLASSES)}`
    const total = marks.reduce((sum, mark) => sum + mark, 0)
    made.push(`N${String(n).padStart(7, '0')},Pupil,${place},${marks.join()},${total}`)
  }
  return Buffer.from(made.join('\n'))
}
