import pg from 'pg'
import { bringFile, runJob, withPeak } from './lib/jobs.ts'
import { send } from './lib/measure.ts'
import { ownProduct } from './lib/own-product.ts'
import { signIn } from './lib/people.ts'

// `node bench/students.ts` imports 100,000 students of 60 schools with 7,200 classes from a CSV, sends it once more,
// and moves a third of them up. Prints the seconds of each step, and the peak memory of the process in MB.

const STUDENTS = Number(process.env.STUDENTS ?? 100_000)
const SCHOOLS = 60
const ENTRIES = [2024, 2025, 2026]
const CLASSES = 40

const { product, database, end } = await ownProduct()
try {
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`
    insert into organization (code, name, type, sort_key, level_ids)
    select 'S' || n, 'School ' || n, 'school', 'b' || lpad(n::text, 8, '0'), array(select id from educate_level where code = 'junior')
    from generate_series(1, ${SCHOOLS}) n`)
  await client.query(`
    insert into organization (pid, code, name, type, sort_key)
    select s.id, s.code || '-' || grade || '-' || n, 'Grade ' || grade || ' Class ' || n, 'class', grade || lpad(n::text, 4, '0')
    from organization s, generate_series(7, 9) grade, generate_series(1, ${CLASSES}) n where s.type = 'school'`)
  const { access_token } = await signIn(product.url)
  const headers = { authorization: `Bearer ${access_token}`, 'accept-language': 'en' }
  const line = { url: product.url, headers }
  const file = { resource: 'student', name: 'students.csv', content: Buffer.from(lines().join('\n')) }
  await withPeak(product.pid, `import of ${STUDENTS} students`, STUDENTS, () => bringFile(line, file))
  await withPeak(product.pid, 'the same file once more', STUDENTS, () => bringFile(line, file))
  const { rows } = await client.query<{ id: string; count: number }>(
    `select year_id as id, count(*)::int as count from student group by 1 order by min(since) desc limit 1`,
  )
  const [year] = rows
  if (!year) throw new Error('no students were imported')
  const plan = await withPeak(product.pid, 'plan of a promotion', year.count, async () =>
    JSON.parse(
      await send({ url: `${product.url}/adminApi/student/promotion?yearId=${year.id}&since=2027-09-01`, headers }),
    ),
  )
  await withPeak(product.pid, `promotion of ${year.count} students`, year.count, () =>
    runJob(line, 'student/promote', {
      yearId: Number(year.id),
      since: '2027-09-01',
      digest: plan.data.digest,
    }),
  )
  await client.end()
} finally {
  await end()
}
process.exit(0)

function lines(): string[] {
  const made = ['Student number,Name,Gender,Student year,School,Class,First day']
  for (let n = 0; n < STUDENTS; n++) {
    const grade = n % ENTRIES.length
    const entry = 2026 - grade
    const place = `S${1 + (n % SCHOOLS)},Grade ${7 + grade} Class ${1 + (Math.floor(n / 180) % CLASSES)}`
    made.push(
      `N${String(n).padStart(7, '0')},Pupil ${lettersOf(n)},${n % 2 ? 'Male' : 'Female'},${entry}级,${place},${entry}-09-01`,
    )
  }
  return made
}

/** A number in letters: names of people have no digits. */
function lettersOf(n: number): string {
  return [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
}
