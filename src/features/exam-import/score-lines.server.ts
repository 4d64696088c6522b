import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { papersSeen, subjectsTaught } from '#src/features/exams/exam-access.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { FileWriter, JudgedFile, LineChange } from '#src/server/crud/import-writer.server.ts'
import { checkCombos, judgedExam, judgedFile, matchLines, personMessages, remark } from './checked-lines.server.ts'
import { type ImportFacts, importFactsOf } from './exam-facts.server.ts'
import { flagCodes, paperWord } from './mark-text.ts'
import { collectingExam, scoreColumns } from './score-columns.server.ts'
import { doubtScores, findSwapped, findSwappedChoice } from './score-doubts.server.ts'
import { scoreSheet } from './score-sheet.server.ts'
import { undoScores, writeScores } from './score-write.server.ts'

/** The subjects as a relation `s`. */
export function subjectsSql({ subjects }: ImportFacts): SQL {
  return sql`jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as s (id bigint, field text, name text, "full" int, kind text, counts boolean)`
}

/** The marks of lines `l`, in columns of subjects or in a column of their own: `line`, `field`, `subject`, `value`. */
function cellsOf(lines: SQL, facts: ImportFacts): SQL {
  return sql`
    select l.line, s.field, s.id as subject, cell.value from ${lines} l
      cross join lateral jsonb_each_text(l.given) cell join ${subjectsSql(facts)} on s.field = cell.key
    union all
    select l.line, 'mark', (l.given ->> 'subject')::bigint, l.given ->> 'mark' from ${lines} l
    where l.given ? 'subject' and l.given ? 'mark'`
}

const flagSql = sql`case value ${sql.join(
  flagCodes.map((code, at) => sql.raw(`when '${code}' then ${at + 1}`)),
  sql` `,
)} else 0 end::smallint`

/** Makes `file_row`: each mark with what is stored of it. */
async function makeRows({ db, mode }: JudgedFile, examId: number, facts: ImportFacts): Promise<void> {
  const allowed = facts.combinations.flatMap(({ name, subjectIds }) => subjectIds.map((id) => ({ name, id })))
  await db.execute(sql`
    create temporary table file_row on commit drop as
    select cell.*, p.mark as was_mark, p.flag as was_flag, p.version, s."full", s.counts,
      s.kind in ('first', 'second') as chosen, s.kind in ('first', 'second') and cell.combo <> '' and a.id is null as outside,
      case when p.candidate_id is null then ${mode === 'update' ? 'skipped' : 'new'}
        when (p.mark, p.flag) is not distinct from (cell.mark, cell.flag) then 'unchanged'
        else ${mode === 'add' ? 'skipped' : 'changed'} end as action
    from (
      select c.line, c.field, l.candidate, l.combo, c.subject, ${flagSql} as flag,
        case when value ~ '^[0-9]' then (value::numeric * 100)::int end as mark
      from (${cellsOf(sql`file_line`, facts)}) c join file_line l on l.line = c.line and l.candidate is not null
    ) cell join ${subjectsSql(facts)} on s.id = cell.subject
      left join jsonb_to_recordset(${JSON.stringify(allowed)}::jsonb) as a (name text, id bigint) on a.name = cell.combo and a.id = s.id
      left join paper p on p.exam_id = ${examId} and p.candidate_id = cell.candidate and p.subject_id = cell.subject`)
  await db.execute(sql`analyze file_row`)
}

async function checkMarks(db: Db, step: number): Promise<void> {
  const rows = sql`file_row`
  const remarkRows = (code: string, given: SQL, where: SQL) =>
    db.execute(sql`
      insert into file_remark (line, field, problem, given)
      select line, field, ${code}, jsonb_build_object(${given}) from ${rows} where ${where}`)
  await remarkRows('outside', sql`'combo', combo`, sql`outside`)
  // Columns of one subject are checked while they are read.
  await remarkRows('above', sql`'full', ("full" / 100.0)::float8`, sql`field = 'mark' and mark > "full"`)
  await remarkRows(
    'step',
    sql`'step', ${step / 100}::float8`,
    sql`field = 'mark' and mark % ${step}::int <> 0 and mark <= "full"`,
  )
  const totals = sql`(
    select l.line, (l.given ->> 'total')::numeric as total, coalesce(sum(r.mark) filter (where r.counts), 0) / 100.0 as sum
    from file_line l join file_row r on r.line = l.line
    where l.given ->> 'total' <> '' and not l.wrong group by l.line, 2) added`
  await remark(db, 'total', 'total', sql`'sum', sum::float8`, sql`total <> sum`, totals)
}

/** A mark without a subject would be read and never written. */
async function checkSubjects(db: Db): Promise<void> {
  const isMissing = sql`given ? 'mark' and not given ? 'subject' and not coalesce(errors ? 'subject', false)`
  await remark(db, 'subject', 'whichSubject', sql``, isMissing)
}

/** A teacher imports the subjects that the teacher teaches in the class. */
async function checkTaught({ db, actor }: JudgedFile): Promise<void> {
  if (!actor.scopes.has('teaching')) return
  const { rows } = await db.execute<{ id: number }>(
    sql`select distinct org_id::float8 as id from file_line where candidate is not null`,
  )
  const taught = await subjectsTaught(
    db,
    actor,
    rows.map(({ id }) => id),
  )
  const allowed = [...taught].map(([org, subjects]) => ({ org, subjects: [...subjects] }))
  await db.execute(sql`
    insert into file_remark (line, field, problem, given) select r.line, r.field, 'untaught', '{}' from file_row r join file_line l using (line)
      join jsonb_to_recordset(${JSON.stringify(allowed)}::jsonb) as a (org bigint, subjects jsonb) on a.org = l.org_id
    where not a.subjects @> to_jsonb(r.subject)`)
}

async function judge(file: JudgedFile, examId: number): Promise<void> {
  const { db, importId } = file
  const exam = await judgedExam(file, examId, { states: ['collecting'], refusal: () => m.examImport_notCollecting() })
  const facts = await importFactsOf(db, exam)
  await matchLines(file, exam, { field: 'number', join: sql`c.number = l.values ->> 'number'` })
  await checkCombos(db)
  if (file.columns.has('subject')) await checkSubjects(db)
  file.signal.throwIfAborted()
  await makeRows(file, exam.id, facts)
  await checkMarks(db, exam.step)
  await checkTaught(file)
  await findSwapped(db, importId, facts)
  await findSwappedChoice(db, facts)
  file.signal.throwIfAborted()
  await doubtScores(file, exam, facts)
}

/** What is stored of the marks of each judged line, as a number. */
function seen(importId: number, examId: number): SQL {
  return sql`
    select v.row_no, hashtext(string_agg(concat_ws(':', p.subject_id, p.version, p.mark, p.flag, p.change_set_id), ',' order by p.subject_id)) as version
    from import_verdict v join import_row r using (import_id, row_no)
      join paper p on p.exam_id = ${examId} and p.candidate_id = v.target_id
        and (r.values ? ('s' || p.subject_id) or r.values ->> 'subject' = p.subject_id::text)
    where v.import_id = ${importId} group by v.row_no`
}

type Changed = { line: number; subject: number; value: string; mark: number | null; flag: number | null }

/** The marks of lines before and after. */
async function changes(
  db: Db,
  actor: Actor,
  {
    importId,
    examId,
    lines,
    facts,
  }: { importId: number; examId: number; lines: readonly number[]; facts: ImportFacts },
): Promise<Map<number, LineChange[]>> {
  const asked = sql`(select row_no as line, values as given from import_row
    where import_id = ${importId} and row_no = any (${sql.param([...lines])}::int[]))`
  const place = { examId: sql`${examId}::bigint`, candidateId: sql`v.target_id`, subjectId: sql`c.subject` }
  const { rows } = await db.execute<Changed>(sql`
    select c.line, c.subject::float8 as subject, c.value, p.mark, p.flag from (${cellsOf(asked, facts)}) c
      join import_verdict v on v.import_id = ${importId} and v.row_no = c.line
      left join paper p on p.exam_id = ${examId} and p.candidate_id = v.target_id and p.subject_id = c.subject
        and ${papersSeen(actor, place) ?? sql`true`}
    order by c.line, c.subject`)
  const subjects = new Map(facts.subjects.map((one) => [one.id, one]))
  const found = rows.flatMap(({ line, subject, value, mark, flag }) => {
    const { field = '', name = '' } = subjects.get(subject) ?? {}
    const at = flagCodes.map(String).indexOf(value)
    const after = at < 0 ? paperWord(Number(value) * 100, 0) : paperWord(null, at + 1)
    const before = paperWord(mark, flag)
    return before === after ? [] : [{ line, change: { field, label: name, before, after } }]
  })
  return new Map(
    [...Map.groupBy(found, ({ line }) => line)].map(([line, all]) => [line, all.map(({ change }) => change)]),
  )
}

const shiftWords = ({
  school = '',
  subject = '',
  exam = '',
  pupils = '',
  now = '',
  before = '',
}: Partial<Record<string, string>>) => ({ school, subject, exam, pupils, now, before })

/** Reads files of marks of one exam. */
export function scoreWriter(examId: number, facts: (db: Db) => Promise<ImportFacts>): FileWriter {
  return {
    ...judgedFile,
    columns: (db, actor) => scoreColumns(db, actor, examId),
    async assertOpen(db, actor) {
      await collectingExam(db, actor, examId)
    },
    reads: ['paper'],
    judge: (file) => judge(file, examId),
    seen: (importId) => seen(importId, examId),
    changes: async (db, actor, importId, lines) =>
      changes(db, actor, { importId, examId, lines, facts: await facts(db) }),
    template: (db, actor) => scoreSheet(db, actor, { id: examId }),
    write: (writing, importId) => writeScores(writing, importId, examId),
    undo: (tx, actor, changeSetId) => undoScores(tx, actor, { examId, changeSetId }),
    says: {
      ...personMessages,
      whichSubject: () => m.rule_required(),
      untaught: () => m.examImport_untaught(),
      outside: ({ combo = '' }) => m.examImport_outside({ combo }),
      above: ({ full = '' }) => m.examImport_above({ full }),
      step: ({ step = '' }) => m.examImport_step({ step }),
      total: ({ sum = '' }) => m.examImport_totalDiffers({ sum }),
      swapped: ({ one = '', other = '' }) => m.examImport_swapped({ one, other }),
      swappedChoice: ({ one = '', other = '' }) => m.examImport_swappedChoice({ one, other }),
      alike: ({ one = '', other = '' }) => m.examImport_alike({ one, other }),
      absent: ({ subject = '', percent = '' }) => m.examImport_manyAbsent({ subject, percent }),
      shift: (given) => m.examImport_shift(shiftWords(given)),
      shiftAlone: (given) => m.examImport_shiftAlone(shiftWords(given)),
      high: ({ subject = '', mean = '' }) => m.examImport_meanHigh({ subject, mean }),
      low: ({ subject = '', mean = '' }) => m.examImport_meanLow({ subject, mean }),
      unchosen: ({ count = '' }) => m.examImport_unchosen({ count }),
    },
  }
}
