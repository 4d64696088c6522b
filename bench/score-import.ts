import { loadavg } from 'node:os'
import pg from 'pg'
import { bringFile, type Line, runJob, withPeak } from './lib/jobs.ts'
import { send } from './lib/measure.ts'
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
  const exam = await arrange(client, line)
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

/** Schools, pupils, a scheme of nine subjects, and an exam that collects. Returns its id. */
async function arrange(client: pg.Client, line: Line): Promise<number> {
  await client.query(`
    insert into organization (code, name, type, sort_key, level_ids)
    select 'S' || n, 'School ' || n, 'school', 'b' || lpad(n::text, 8, '0'), array(select id from educate_level where code = 'junior')
    from generate_series(1, ${SCHOOLS}) n`)
  await client.query(`
    insert into organization (pid, code, name, type, sort_key)
    select s.id, s.code || '-' || n, 'Class ' || n, 'class', lpad(n::text, 4, '0')
    from organization s, generate_series(1, ${CLASSES}) n where s.type = 'school' and s.code ~ '^S[0-9]+$'`)
  const { rows: levels } = await client.query(`select id from educate_level where code = 'junior'`)
  const levelId = Number(levels[0].id)
  const year = await post(line, 'student-year/add', { levelId, entryYear: 2031, name: 'Junior 2031' })
  const subjectIds: number[] = []
  for (let n = 1; n <= SUBJECTS; n++)
    subjectIds.push(
      await post(line, 'subject/add', {
        code: `B${n}`,
        name: `Bench subject ${'abcdefghi'[n - 1]}`,
        levelIds: [levelId],
        type: 'required',
        fullMark: 100,
        status: 1,
      }),
    )
  const scheme = await post(line, 'exam-scheme/add', {
    name: 'Nine subjects',
    levelId,
    choice: 'none',
    combinations: [],
    subjects: subjectIds.map((subjectId) => ({ subjectId, kind: 'required', fullMark: 100, counts: 1, assigned: 0 })),
    assign: 'none',
    assignBands: [],
    assignFlat: 'high',
    assignZero: 'band',
    bands: [],
    lines: [],
    note: '',
    status: 1,
  })
  await post(line, 'exam-scheme/publish', { id: scheme })
  await client.query(
    `insert into student (number, name, gender, year_id, org_id, since, status)
      select 'N' || lpad(n::text, 7, '0'), 'Pupil', 0, $1, c.id, '2031-09-01', 'active'
      from generate_series(0, ${CANDIDATES - 1}) n
        join organization c on c.code = 'S' || 1 + n % ${SCHOOLS} || '-' || 1 + n / ${SCHOOLS} % ${CLASSES}`,
    [year],
  )
  const { rows: schools } = await client.query(
    `select id from organization where type = 'school' and code ~ '^S[0-9]+$'`,
  )
  const exam = await post(line, 'exam/add', {
    name: 'Bench',
    schemeId: scheme,
    yearIds: [year],
    orgIds: schools.map(({ id }) => Number(id)),
    censusDate: '2031-11-01',
    since: '2031-11-04',
    until: '2031-11-06',
    step: 50,
  })
  await post(line, 'exam/roster', { id: exam, kinds: ['new'] })
  await post(line, 'exam/open', { id: exam })
  await client.query('analyze')
  return exam
}

async function post({ url, headers }: Line, path: string, body: object): Promise<number> {
  const json = { ...headers, 'content-type': 'application/json' }
  const answer = JSON.parse(
    await send({ url: `${url}/adminApi/${path}`, method: 'POST', headers: json, body: JSON.stringify(body) }),
  )
  if (answer.code !== 200) throw new Error(`${path}: ${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer.data.id
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
