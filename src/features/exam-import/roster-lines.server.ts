import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { rosterStates } from '#src/features/exams/candidate.rules.server.ts'
import { findExam } from '#src/features/exams/exam-access.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { FileWriter, JudgedFile, LineChange, LineColumns } from '#src/server/crud/import-writer.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { candidatesOfExam, judgedExam, judgedFile, matchLines, personMessages, remark } from './checked-lines.server.ts'
import { comboReader } from './combo-reader.server.ts'
import { importFactsOf } from './exam-facts.server.ts'
import { fileSynonyms } from './import-synonyms.server.ts'
import { candidateNumberReader } from './mark-reader.server.ts'
import { undoRoster, writeRoster } from './roster-write.server.ts'
import { personColumns } from './score-columns.server.ts'

const states = { states: rosterStates, refusal: () => m.candidate_locked() }

/** The columns of a roster file: who a line is about, and the new exam number and combination. */
async function columns(db: Db, actor: Actor, examId: number): Promise<LineColumns> {
  // Only those who see the exam read its files.
  const exam = await findExam(db, actor, examId)
  return {
    title: 'student',
    fields: [
      { name: 'student', type: 'text', label: m.examImport_student, required: true, max: 32 },
      { name: 'number', type: 'text', label: m.candidate_number, max: 32, rule: 'studentNumber' },
      ...personColumns,
    ],
    synonyms: {
      student: fileSynonyms.student,
      number: fileSynonyms.number,
      name: fileSynonyms.name,
      school: fileSynonyms.school,
      class: fileSynonyms.class,
      combo: fileSynonyms.combo,
    },
    readers: {
      student: { read: candidateNumberReader },
      combo: { read: comboReader(await importFactsOf(db, exam)) },
    },
  }
}

/** @throws AppError 409 when the roster is locked */
async function assertOpen(db: Db, actor: Actor, examId: number): Promise<void> {
  const { state } = await findExam(db, actor, examId)
  if (!rosterStates.includes(state)) throw new AppError(409, m.candidate_locked(), { reason: 'state' })
}

const givenNumber = sql`nullif(l.given ->> 'number', '')`

async function judge(file: JudgedFile, examId: number): Promise<void> {
  const { db, mode } = file
  const exam = await judgedExam(file, examId, states)
  const { combinations } = await importFactsOf(db, exam)
  await matchLines(file, exam, { field: 'student', join: sql`c.student_id = s.id` })
  const names = combinations.map(({ name }) => name)
  await remark(
    db,
    'combo',
    names.length === 0 ? 'noChoice' : 'unknownCombo',
    sql`'names', ${names.join(', ')}::text`,
    // Without combinations, even no value is none of them.
    sql`given ? 'combo' and given ->> 'combo' <> all (${sql.param(names)}::text[])`,
  )
  await db.execute(sql`
    create temporary table file_row on commit drop as
    select line, candidate, version, next_number, next_combo, number, case
        when next_number = number and next_combo = combo then 'unchanged'
        when ${mode === 'add'} then 'skipped' else 'changed' end as action
    from (
      select l.*, coalesce(${givenNumber}, l.number) as next_number, coalesce(l.given ->> 'combo', l.combo) as next_combo
      from file_line l where l.candidate is not null
    ) named`)
  await db.execute(sql`analyze file_row`)
  await checkNumbers(db, examId)
}

/** A number belongs to one candidate. Those of the file may exchange theirs. */
async function checkNumbers(db: Db, examId: number): Promise<void> {
  const repeated = sql`(
    select line, first from (
      select line, min(line) over (partition by given ->> 'number') as first from file_line where given ? 'number'
    ) counted where first < line) again`
  await remark(db, 'number', 'numberRepeated', sql`'line', first`, sql`true`, repeated)
  const taken = sql`(
    select r.line, r.next_number from file_row r join candidate c on c.exam_id = ${examId} and c.number = r.next_number and c.id <> r.candidate
    where r.action = 'changed' and not exists (
      select from file_row o where o.candidate = c.id and o.next_number <> o.number and o.action = 'changed'
        and not exists (select from file_remark k where k.line = o.line and k.problem is not null)
        and not exists (select from file_line w where w.line = o.line and w.wrong))) used`
  await remark(db, 'number', 'taken', sql`'number', next_number`, sql`true`, taken)
}

const seen = (importId: number, examId: number): SQL => sql`
  select v.row_no, c.version from import_verdict v join candidate c on c.exam_id = ${examId} and c.id = v.target_id
  where v.import_id = ${importId}`

type Changed = { line: number } & Record<'number' | 'combo', string> & Record<'old_number' | 'old_combo', string>

/** The numbers and combinations of lines before and after. */
async function changes(
  db: Db,
  actor: Actor,
  { importId, examId, lines }: { importId: number; examId: number; lines: readonly number[] },
) {
  const { rows } = await db.execute<Changed>(sql`
    select v.row_no as line, c.number as old_number, c.combo as old_combo,
      coalesce(r.values ->> 'number', c.number) as number, coalesce(r.values ->> 'combo', c.combo) as combo
    from import_verdict v join import_row r using (import_id, row_no)
      join ${candidatesOfExam(actor, examId)} c on c.id = v.target_id
    where v.import_id = ${importId} and v.row_no = any (${sql.param([...lines])}::int[])`)
  return new Map(
    rows.map((row): [number, LineChange[]] => {
      const number = { field: 'number', label: m.candidate_number(), before: row.old_number, after: row.number }
      const combo = { field: 'combo', label: m.candidate_combo(), before: row.old_combo, after: row.combo }
      return [row.line, [number, combo].filter(({ before, after }) => before !== after)]
    }),
  )
}

/** Reads files of exam numbers and combinations of one exam. */
export function rosterWriter(examId: number): FileWriter {
  return {
    ...judgedFile,
    columns: (db, actor) => columns(db, actor, examId),
    assertOpen: (db, actor) => assertOpen(db, actor, examId),
    judge: (file) => judge(file, examId),
    seen: (importId) => seen(importId, examId),
    changes: (db, actor, importId, lines) => changes(db, actor, { importId, examId, lines }),
    write: (writing, importId) => writeRoster(writing, importId, examId),
    undo: (tx, actor, changeSetId) => undoRoster(tx, actor, { examId, changeSetId }),
    says: {
      ...personMessages,
      unknown: ({ number = '' }) => m.examImport_unknownStudent({ number }),
      numberRepeated: ({ line = '' }) => m.examImport_repeated({ line }),
      taken: ({ number = '' }) => m.examImport_taken({ number }),
      noChoice: () => m.candidate_noChoice(),
      unknownCombo: ({ names = '' }) => m.candidate_unknownCombo({ names }),
    },
  }
}
