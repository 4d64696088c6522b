import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { REDACTED } from '#src/features/security/person.server.ts'
import { GONE } from '#src/features/security/pupil.server.ts'
import { pupilTables } from '#src/features/security/pupil-redactors.server.ts'
import { redactPerson } from '#src/features/security/redact-person.server.ts'
import { redactPupil } from '#src/features/security/redact-pupil.server.ts'
import { fitsRule } from '#src/lib/rules.ts'
import { purgeImports } from '#src/server/import/import-files.server.ts'
import { startResults } from '../results/result-api.ts'
import { rowOf } from '../support/base-info.ts'
import { candidatesOf } from '../support/exam-data.ts'
import { csvOf } from '../support/exam-files.ts'
import { startExams } from '../support/exams.ts'
import { bind, check } from '../support/families.ts'
import { importer } from '../support/imports.ts'
import { placesWith } from '../support/places-with.ts'
import { picture, send } from '../support/uploads.ts'

const NUMBER = 'QX77001'
const NAME = '欧阳卓玛'
/** What must be nowhere afterwards: names and numbers, those of before too, and what the family and others wrote. */
const values = ['QX77001', 'QX66001', 'X-UNUSUAL-9', 'Zephyra', 'Ouyang', '卓玛', 'zhuoma', '13900001234']

/** A pupil in four exams: published, checked and corrected; excluded; deleted from it; and of a file that waits. */
async function withPupil() {
  const made = await startResults()
  const { call, db, pupil, east, students, collecting, draft, take, enter, lock, publish, chinese, maths } = made
  const added = await pupil({ number: 'QX66001', name: 'Ouyang Zephyra', gender: 2, orgId: east.one })
  const id = (added.data as { id: number }).id
  const edited = await rowOf(call, 'student', id)
  await call('POST', '/adminApi/student/edit', { id, version: edited.version, number: NUMBER, name: NAME })
  students[NUMBER] = id

  const exam = await collecting()
  const marks = Object.keys(students).map((number, at) => [number, [6000 + 300 * at, 4000 + 200 * at]] as const)
  await enter(exam, Object.fromEntries(marks))
  const scores = importer(made, call, `exam-score:${exam}`)
  const sent = await scores.send(csvOf('Exam number,Name,Chinese language', `${NUMBER},${NAME},91`))
  expect(sent).toMatchObject({ code: 200 })
  await scores.check(sent.data.id, scores.planOf(sent.data))
  const unread = await made.send(csvOf('Permanent number,Name', `${NUMBER},${NAME}`), `${NAME}.csv`)
  await lock(exam)
  await publish(exam, 1, { audience: { schools: true, teachers: true, families: 'marks', ranks: false } })

  const own = await made.member('zhuoma')
  await call('POST', '/adminApi/member/edit', { id: own.id, nickname: NAME, phone: '13900001234' })
  await made.link(own.caller, NUMBER, 'self')
  const mother = await made.member('mother')
  const link = await made.link(mother.caller, NUMBER)
  const asked = { link, exam, subject: chinese, text: `Task 3 of ${NAME} was not counted` }
  expect(await mother.caller('POST', '/api/result/check', asked)).toMatchObject({ code: 200 })
  const { rows: checks } = await db.execute<{ id: number }>(sql`select id::float8 as id from mark_check`)
  const answer = { id: exam, check: checks[0]?.id, outcome: 'stays', text: `Dear family Ouyang` }
  expect(await call('POST', '/adminApi/exam/answerCheck', answer)).toMatchObject({ code: 200 })

  const candidateId = (await candidatesOf(db, exam))[NUMBER]
  const note = { exam, pupil: candidateId, text: `${NAME} writes well, dear family Ouyang`, note: null }
  expect(await call('POST', '/adminApi/report/pupilNote', note)).toMatchObject({ code: 200 })
  const wanted = { examId: exam, candidateId, subjectId: maths, wanted: '50', reason: `The family Ouyang said so` }
  const correction = await call('POST', '/adminApi/correction/add', wanted)
  const ids = [(correction.data as { id: number }).id]
  expect(
    await call('POST', '/adminApi/correction/refuse', { examId: exam, ids, answer: 'Ouyang is wrong' }),
  ).toMatchObject({ code: 200 })

  const other = await collecting({ name: 'Mock' })
  const { rows } = await db.execute<{ id: number }>(
    sql`select id::float8 as id from candidate where exam_id = ${other} and student_id = ${id}`,
  )
  const out = { id: rows[0]?.id, version: 1, number: 'X-UNUSUAL-9', status: 'out', reason: `${NAME} is ill` }
  expect(await call('POST', '/adminApi/candidate/edit', out)).toMatchObject({ code: 200 })
  await db.execute(sql`update exam_part set reason = ${`Marks of ${NAME} are missing`} where exam_id = ${other}`)
  const third = await draft({ name: 'Entrance' })
  await take(third)
  await write(db, systemAuthor, 'save', (tx) =>
    tx.execute(sql`delete from candidate where exam_id = ${third} and student_id = ${id}`),
  )
  await db.execute(sql`insert into saved_view (resource, name, owner_id, role_ids, state)
    values ('student', ${`Only ${NAME}`}, 1, '{}', ${JSON.stringify({ search: NAME })}::jsonb)`)
  await send(made, call, `${NAME}.png`, await picture('png'))
  return { ...made, id, exam, other, own, mother, link, candidateId, scores, sent, unread }
}

/** Everything that figures are: the frame, figures and results of a run, and the papers. */
async function figuresOf({ db, exam }: Pick<Awaited<ReturnType<typeof withPupil>>, 'db' | 'exam'>) {
  const hash = (table: string, order: string) =>
    sql`(select md5(string_agg(t::text, ',' order by ${sql.raw(order)})) from ${sql.identifier(table)} t where exam_id = ${exam})`
  const { rows } =
    await db.execute(sql`select ${hash('run_frame', '"column"')} as frame, ${hash('run_stat', 'kind, unit_id, col')} as stats,
    ${hash('exam_result', 'candidate_id')} as results, ${hash('exam_run', 'number')} as run, ${hash('paper', 'candidate_id, subject_id')} as papers,
    ${hash('publication_axis', 'axis')} as axes, ${hash('run_unit', 'kind, unit_id')} as units`)
  return rows[0]
}

test('nothing names a redacted pupil any more, and all figures are as they were', async () => {
  const made = await withPupil()
  const { db, url, call, id, exam, own, mother, candidateId } = made
  const slips = await call('POST', '/adminApi/guardian/code', { ids: [id], holder: 'guardian', each: 1 })
  const code = (slips.data as { slips: { code: string }[] }).slips[0]?.code ?? ''
  expect((await placesWith(db, values)).length).toBeGreaterThan(15)
  const before = await figuresOf(made)

  const done = await redactPupil(url, NUMBER, 'operator')
  expect(await placesWith(db, values)).toEqual([])
  expect(done).toMatchObject({ studentId: id, exists: true, gone: `gone${id}`, accountId: own.id })
  expect(done.counts).toMatchObject({
    student: 1,
    candidate: 2,
    correction: 1,
    pupil_note: 2,
    guardian: 2,
    family_code: 1,
    exam_part: 2,
    attachment: 1,
    saved_view: 2,
    account: 1,
  })
  expect(done.counts.data_import).toBeGreaterThanOrEqual(2)
  const { rows: acts } =
    await db.execute(sql`select kind, actor_name as by, r.student_id::int as pupil, r.account_id::int as account
    from redaction r join change c on c.table_name = 'redaction' and c.row_id = r.id join change_set s on s.id = c.change_set_id order by r.id`)
  expect(acts).toEqual([
    { kind: 'redact', by: 'operator', pupil: null, account: own.id },
    { kind: 'redact', by: 'operator', pupil: id, account: null },
  ])
  expect(await call('POST', '/adminApi/history/undo', { changeSetId: done.changeSetId })).toMatchObject({ status: 422 })

  // Figures, and the place of the pupil among them, stay. A stored run comes out the same.
  expect(await figuresOf(made)).toEqual(before)
  const compared = await made.finished(await call('POST', '/adminApi/exam/compare', { id: exam, run: 1 }))
  expect(compared).toMatchObject({ message: 'Data and figures are exactly as stored' })
  const { rows: place } =
    await db.execute(sql`select s.org_id::int as org, c.org_id::int as sat, c.name, c.number, s.gender
    from student s join candidate c on c.student_id = s.id where s.id = ${id} and c.exam_id = ${exam}`)
  const gone = `gone${id}`
  const east = made.east.one
  expect(place).toEqual([{ org: east, sat: east, name: GONE, number: gone, gender: 0 }])
  // Lists and sheets show what stands instead.
  expect(await rowOf(call, 'student', id)).toMatchObject({ name: GONE, number: gone })
  const sheet = await call('GET', `/adminApi/report/pupil?exam=${exam}&pupil=${candidateId}`)
  expect(sheet.data).toMatchObject({ title: `Student sheet · ${GONE} · Class 1` })
  // The form sends a name that its rule accepts.
  expect(fitsRule('name', GONE)).toBe(true)
  const { version } = await rowOf(call, 'student', id)
  const edited = { id, version, name: GONE, number: gone, gender: 0, status: 'left', until: '2026-11-27' }
  expect(await call('POST', '/adminApi/student/edit', edited)).toMatchObject({ code: 200 })
  const history = await call('GET', `/adminApi/student/history?id=${id}`)
  expect(JSON.stringify(history.data)).toContain(gone)
  // The difference between roster and enrolment is none.
  const roster = await call('GET', `/adminApi/exam/roster?id=${made.other}`)
  expect(JSON.stringify(roster)).not.toContain(gone)

  // The family has no link, no code, and the pupil's own account is closed.
  expect((await mother.caller('GET', '/api/result/index')).data).toEqual({ list: [] })
  expect((await check(mother.caller, code)).code).toBe(422)
  expect((await bind(mother.caller, code)).code).toBe(422)
  expect((await own.caller('GET', '/api/result/index')).code).toBe(401)
  const { rows: said } = await db.execute(sql`select text, answer, account_id as account from mark_check
    union all select reason, answer, null from correction`)
  expect(said).toEqual([
    { text: REDACTED, answer: REDACTED, account: null },
    { text: REDACTED, answer: REDACTED, account: null },
  ])

  // The files go with the next purge.
  await purgeImports(db, made.files)
  const { rows: kept } = await db.execute(sql`select from data_import where stored_as <> ''`)
  expect(kept).toEqual([])

  // Again, nothing happens but to the log of the edit since; the number is not known any more.
  await expect(redactPupil(url, NUMBER, 'operator')).rejects.toThrow(
    `There is no pupil with the number "${NUMBER}", and the history knows none.`,
  )
  const again = await redactPupil(url, gone, 'operator')
  expect(Object.entries(again.counts).filter(([, count]) => count > 0)).toEqual([['admin_log', 1]])
  expect(again).toMatchObject({ studentId: id, accountId: null })
})

test('a pupil is found by a former number, and redacted by a command, also while a roster is taken', async () => {
  const { db, url, call, pupil, east, west, draft } = await startExams()
  const idOf = async (body: object) => ((await pupil(body)).data as { id: number }).id
  // Each table that has pupils says what becomes of them.
  {
    const { rows } = await db.execute<{ name: string }>(sql`
      select distinct c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
        join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attname in ('student_id', 'candidate_id')
      union select conrelid::regclass::text from pg_constraint where contype = 'f' and conparentid = 0
        and confrelid in ('student'::regclass, 'candidate'::regclass) union select 'student' order by 1`)
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(pupilTables).toSorted())
  }

  // A deleted pupil is found in the history, and one with the same name is left alone.
  {
    const id = await idOf({ number: NUMBER, name: NAME, orgId: east.one })
    await call('DELETE', `/adminApi/student/del?ids[]=${id}`)
    const same = await idOf({ number: 'S2', name: NAME, orgId: west.one })
    const done = await redactPupil(url, NUMBER, 'operator')
    expect(done).toMatchObject({ studentId: id, exists: false })
    expect(await placesWith(db, [NUMBER])).toEqual([])
    expect(await rowOf(call, 'student', same)).toMatchObject({ name: NAME, number: 'S2' })
    const { rows } = await db.execute(sql`select before ->> 'name' as before, after ->> 'name' as after from change
      where table_name = 'student' and row_id in (${id}, ${same}) order by id`)
    expect(rows).toEqual([
      { before: null, after: GONE },
      { before: GONE, after: null },
      { before: null, after: NAME },
    ])
    // Whoever brings the pupil back brings back nothing that says who it was.
    const log = await call('GET', `/adminApi/student/history?id=${id}`)
    expect(JSON.stringify(log)).not.toContain(NAME)
  }

  // A number that another pupil has now means that one, and one of several former ones means nobody.
  {
    const renumber = async (id: number, number: string) => {
      const { version } = await rowOf(call, 'student', id)
      expect(await call('POST', '/adminApi/student/edit', { id, version, number })).toMatchObject({ code: 200 })
    }
    const first = await idOf({ number: 'N1', name: 'Li Lei', orgId: east.one })
    await renumber(first, 'N2')
    const second = await idOf({ number: 'N1', name: 'Han Mei', orgId: east.one })
    await renumber(second, 'N3')
    await expect(redactPupil(url, 'N1', 'operator')).rejects.toThrow(
      '"N1" was the number of several pupils, and nobody has it now. Name one by another number.',
    )
    const third = await idOf({ number: 'N1', name: 'Zhao Yu', orgId: east.one })
    expect(await redactPupil(url, 'N1', 'operator')).toMatchObject({ studentId: third })
    expect(await rowOf(call, 'student', first)).toMatchObject({ name: 'Li Lei', number: 'N2' })
    expect(await rowOf(call, 'student', second)).toMatchObject({ name: 'Han Mei', number: 'N3' })
  }

  // A roster that is taken meanwhile has no name either.
  {
    const number = 'QX88001'
    const name = 'Sima Zephyrus'
    const id = await idOf({ number, name, orgId: east.one })
    const exam = await draft()
    const redacting = await write(db, systemAuthor, 'save', async (tx) => {
      await tx.execute(sql`select from exam where id = ${exam} for update`)
      const begun = redactPupil(url, number, 'operator')
      await expect
        .poll(async () => (await db.execute(sql`select from pg_locks where not granted`)).rows.length)
        .toBeGreaterThan(0)
      await tx.execute(sql`insert into candidate (exam_id, student_id, number, name, school_id, org_id)
        select ${exam}, id, number, name, ${east.id}, org_id from student where id = ${id}`)
      return { begun }
    })
    await redacting.begun
    expect(await placesWith(db, [number, name])).toEqual([])
  }

  // The command says what it has done, and what it needs.
  const id = await idOf({ number: 'C1', name: 'Zhou Wu', orgId: east.one })
  const dataDir = await mkdtemp(join(tmpdir(), 'redact-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const script = join(import.meta.dirname, '../../scripts/redact-person.ts')
  const run = (...given: string[]) =>
    promisify(execFile)(process.execPath, [script, ...given], {
      env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: dataDir },
    })
  const { stdout } = await run('--student', 'C1')
  expect(stdout).toMatch(
    /^The name and the numbers of the pupil are gone\. Nothing brings them back\.\nThe number is now gone(\d+)\. Marks and results stay\.\n/,
  )
  expect(stdout).toContain(`gone${id}.`)
  expect(stdout).toContain('\n  student: 1\n')
  await expect(run('--student', 'C1', '--account', 'admin')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--student <permanent number>'),
  })
})

test('nobody is redacted while a legal hold keeps one; a redacted guardian is named nowhere, and the pupil stays', async () => {
  const { db, url, call, students, held, forFamilies, member, link, chinese, maths } = await startResults()
  {
    const { id } = await member('lilei')
    await link((await member('other')).caller, 'E1')
    await db.execute(
      sql`insert into guardian (student_id, account_id, relation) values (${students.E1}, ${id}, 'self')`,
    )
    const holds = [
      [{ extent: 'all', resource: '', accountId: null }, 'pupil'],
      [{ extent: 'resource', resource: 'student', accountId: null }, 'pupil'],
      [{ extent: 'resource', resource: 'member', accountId: null }, 'person'],
    ] as const
    for (const [hold, kept] of holds) {
      const added = await call('POST', '/adminApi/legal-hold/add', { reason: 'Case 4', ...hold })
      expect(added.data).toMatchObject({ id: expect.any(Number) })
      await expect(redactPupil(url, 'E1', 'operator')).rejects.toThrow(
        `The legal hold "Case 4" keeps this ${kept}. Lift it first.`,
      )
      await call('DELETE', `/adminApi/legal-hold/del?ids[]=${(added.data as { id: number }).id}`)
    }
    // Nothing has happened before the refusal.
    expect(await rowOf(call, 'student', students.E1 ?? 0)).toMatchObject({ name: 'Li Lei', number: 'E1' })
    expect((await db.execute(sql`select from guardian`)).rows).toHaveLength(2)
    await db.execute(sql`delete from guardian`)
  }
  const exam = await held()
  await forFamilies(exam, 'marks')
  const { caller, id } = await member('ouyangfang')
  await call('POST', '/adminApi/member/edit', { id, nickname: 'Ouyang Fang', phone: '13900001234' })
  const father = await member('father')
  const [own, his] = [await link(caller, 'E1'), await link(father.caller, 'E1', 'father')]
  const ask = (by: typeof caller, via: number, subject: number) =>
    by('POST', '/api/result/check', { link: via, exam, subject, text: 'I am Ouyang Fang' })
  expect(await ask(caller, own, chinese)).toMatchObject({ code: 200 })
  expect(await ask(father.caller, his, maths)).toMatchObject({ code: 200 })
  await db.execute(sql`update mark_check set state = 'answered', outcome = 'stays', answer = 'Dear Ouyang Fang, no.'`)
  const candidateId = (await candidatesOf(db, exam)).E1
  const wanted = { examId: exam, candidateId, subjectId: maths, wanted: '50', reason: 'Ouyang Fang has called' }
  expect(await call('POST', '/adminApi/correction/add', wanted)).toMatchObject({ code: 200 })
  await redactPerson(url, 'ouyangfang', 'operator')
  expect(await placesWith(db, ['Ouyang Fang', 'ouyangfang', '13900001234'])).toEqual([])
  expect((await db.execute(sql`select text, answer from mark_check order by id`)).rows).toEqual([
    { text: REDACTED, answer: `Dear ${REDACTED}, no.` },
    { text: `I am ${REDACTED}`, answer: `Dear ${REDACTED}, no.` },
  ])
  expect((await db.execute(sql`select account_id::int as id from guardian`)).rows).toEqual([{ id: father.id }])
  expect(await rowOf(call, 'student', students.E1 ?? 0)).toMatchObject({ name: 'Li Lei' })
})
