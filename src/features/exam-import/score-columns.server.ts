import type { Db } from '#src/db/client.server.ts'
import { type ExamRecord, findExam } from '#src/features/exams/exam-access.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { ColumnReader, LineColumns } from '#src/server/crud/import-writer.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { plainTitle } from '#src/server/import/plain-title.ts'
import { comboReader } from './combo-reader.server.ts'
import { type FileSubject, type ImportFacts, importFactsOf } from './exam-facts.server.ts'
import { fileSynonyms, isOtherTitle, usualTitles } from './import-synonyms.server.ts'
import { candidateNumberReader, markReader, totalReader } from './mark-reader.server.ts'
import { flagWord } from './mark-text.ts'

const text = (name: string, label: Field['label'], max: number): Field => ({ name, type: 'text', label, max })

/** The columns that the files of an exam have in common. */
export const personColumns: readonly Field[] = [
  text('name', m.candidate_name, 50),
  text('school', m.candidate_school, 100),
  text('class', m.candidate_org, 100),
  text('combo', m.candidate_combo, 50),
]

/** @throws AppError 404 for an exam that is not seen, 409 for one that collects no marks */
export async function collectingExam(db: Db, actor: Actor, id: number): Promise<ExamRecord> {
  const exam = await findExam(db, actor, id)
  if (exam.state !== 'collecting') throw new AppError(409, m.examImport_notCollecting(), { reason: 'state' })
  return exam
}

/** The columns of a file of marks: one for each subject, or one for the subject and one for the mark. */
export async function scoreColumns(db: Db, actor: Actor, examId: number): Promise<LineColumns> {
  const exam = await findExam(db, actor, examId)
  const facts = await importFactsOf(db, exam)
  const { subjects } = facts
  return {
    title: 'number',
    fields: [
      { name: 'number', type: 'text', label: m.candidate_number, required: true, max: 32 },
      ...personColumns,
      ...subjects.map(({ field, name }) => text(field, { 'zh-cn': name, en: name }, 12)),
      text('total', m.examImport_total, 12),
      text('subject', m.examImport_subject, 50),
      text('mark', m.examImport_mark, 12),
    ],
    synonyms: { ...fileSynonyms, ...ownTitles(subjects) },
    readers: readersOf(exam, facts),
    isForeign: (title) => isOtherTitle(title, subjects),
    misfit: (columns) => misfitOf(columns, subjects),
  }
}

/** A file has columns of subjects, or one with the subject and one with the mark. Another mixture loses marks. */
function misfitOf(columns: ReadonlySet<string>, subjects: readonly FileSubject[]): string | undefined {
  const isWide = subjects.some(({ field }) => columns.has(field))
  const [subject, mark] = [columns.has('subject'), columns.has('mark')]
  if (mark && !subject) return m.examImport_markAlone()
  if (isWide && subject) return m.examImport_bothForms()
  if (subject && !mark) return m.examImport_subjectAlone()
  return isWide || mark ? undefined : m.examImport_noMarks()
}

/** A title that two subjects share means neither. */
function ownTitles(subjects: readonly FileSubject[]): Record<string, string[]> {
  const all = subjects.map((one) => ({ field: one.field, titles: usualTitles(one) }))
  const count = (title: string) => all.filter(({ titles }) => titles.includes(title)).length
  return Object.fromEntries(all.map(({ field, titles }) => [field, titles.filter((title) => count(title) === 1)]))
}

function readersOf({ step }: ExamRecord, facts: ImportFacts): Record<string, ColumnReader> {
  const { subjects } = facts
  const marks = subjects.map(({ field, full }) => [field, { read: markReader({ full, step }), shown: shownMark }])
  return {
    ...Object.fromEntries(marks),
    number: { read: candidateNumberReader },
    combo: { read: comboReader(facts) },
    total: { read: totalReader },
    subject: subjectReader(subjects),
    mark: { read: markReader(), shown: shownMark },
  }
}

const shownMark = (value: string) => flagWord(value) ?? value

/** Finds a subject by its name, its code or its usual letters. The value is its id. */
function subjectReader(subjects: readonly FileSubject[]): ColumnReader {
  const plain = (one: string) => one.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
  const titles = ownTitles(subjects)
  const named = (form: (title: string) => string) =>
    new Map(
      subjects.flatMap(({ id, name, code, field }) =>
        [...(titles[field] ?? []), code, name].map((title): [string, FileSubject['id']] => [form(title), id]),
      ),
    )
  const [exact, short] = [named(plain), named(plainTitle)]
  return {
    read(cell) {
      // 语文（150分） is 语文, but not where a subject has this name.
      const found = exact.get(plain(cell.text)) ?? short.get(plainTitle(cell.text))
      if (found !== undefined) return { value: String(found) }
      return { error: m.examImport_noSubject({ subject: cell.text.trim().slice(0, 50) }) }
    },
    shown: (value) => subjects.find(({ id }) => String(id) === value)?.name ?? value,
  }
}
