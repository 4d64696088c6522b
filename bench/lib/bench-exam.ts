import type pg from 'pg'
import { type Line, runJob } from './jobs.ts'
import { send } from './measure.ts'

/** How many of each. Every school has the same number of classes. */
export type BenchExam = { candidates: number; schools: number; classes: number; subjects: number }

/** Schools, pupils, a scheme, and an exam that collects. Prints how long its roster takes. Returns its id. */
export async function benchExam(
  client: pg.Client,
  line: Line,
  { candidates, schools: schoolCount, classes, subjects }: BenchExam,
): Promise<number> {
  await client.query(`
    insert into organization (code, name, type, sort_key, level_ids)
    select 'S' || n, 'School ' || n, 'school', 'b' || lpad(n::text, 8, '0'), array(select id from educate_level where code = 'junior')
    from generate_series(1, ${schoolCount}) n`)
  await client.query(`
    insert into organization (pid, code, name, type, sort_key)
    select s.id, s.code || '-' || n, 'Class ' || n, 'class', lpad(n::text, 4, '0')
    from organization s, generate_series(1, ${classes}) n where s.type = 'school' and s.code ~ '^S[0-9]+$'`)
  const { rows: levels } = await client.query(`select id from educate_level where code = 'junior'`)
  const levelId = Number(levels[0].id)
  const year = await post(line, 'student-year/add', { levelId, entryYear: 2031, name: 'Junior 2031' })
  const subjectIds: number[] = []
  for (let n = 1; n <= subjects; n++)
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
    name: 'Bench',
    levelId,
    choice: 'none',
    combinations: [],
    subjects: subjectIds.map((subjectId) => ({ subjectId, kind: 'required', fullMark: 100, counts: 1, assigned: 0 })),
    assign: 'none',
    assignBands: [],
    assignFlat: 'high',
    assignZero: 'band',
    bands: [],
    lines: ['10', '30', '50'].map((value, at) => ({
      name: `Line ${at + 1}`,
      subjectId: null,
      by: 'percent',
      value,
      effective: 1,
    })),
    note: '',
    status: 1,
  })
  await post(line, 'exam-scheme/publish', { id: scheme })
  await client.query(
    `insert into student (number, name, gender, year_id, org_id, since, status)
      select 'N' || lpad(n::text, 7, '0'), 'Pupil', 0, $1, c.id, '2031-09-01', 'active'
      from generate_series(0, ${candidates - 1}) n
        join organization c on c.code = 'S' || 1 + n % ${schoolCount} || '-' || 1 + n / ${schoolCount} % ${classes}`,
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
  const begun = performance.now()
  await send({ url: `${line.url}/adminApi/exam/roster?id=${exam}`, headers: line.headers })
  const planned = performance.now()
  await runJob(line, 'exam/roster', { id: exam, kinds: ['new'] })
  const seconds = [planned - begun, performance.now() - planned].map((one) => (one / 1000).toFixed(1))
  console.log(`roster of ${candidates}: ${seconds[0]} s to show, ${seconds[1]} s to take`)
  await post(line, 'exam/open', { id: exam })
  await client.query('analyze')
  return exam
}

/** Sends a call of the back office. @returns the id of what it answers */
export async function post({ url, headers }: Line, path: string, body: object): Promise<number> {
  const json = { ...headers, 'content-type': 'application/json' }
  const answer = JSON.parse(
    await send({ url: `${url}/adminApi/${path}`, method: 'POST', headers: json, body: JSON.stringify(body) }),
  )
  if (answer.code !== 200) throw new Error(`${path}: ${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer.data.id
}
