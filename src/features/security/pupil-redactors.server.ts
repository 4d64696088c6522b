import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { redactPupilChecks } from '#src/features/exam-checks/redact-checks.server.ts'
import { redactPupilCorrections } from '#src/features/exam-corrections/redact-corrections.server.ts'
import { redactCandidates } from '#src/features/exams/redact-candidates.server.ts'
import { redactPupilFamily } from '#src/features/family/redact-family.server.ts'
import { redactPupilNotes } from '#src/features/pupil-notes/redact-notes.server.ts'
import { redactStudent } from '#src/features/students/redact-student.server.ts'
import { redactAdminLog } from '#src/server/admin-log/redact-log.server.ts'
import { withdrawImports } from '#src/server/import/withdraw-imports.server.ts'
import type { Pupil } from './pupil.server.ts'
import { count, likeTexts, replaceHistory, replaceJson, replaceText } from './redact-text.server.ts'
import { type RedactedBy, redactFiles } from './redactors.server.ts'

/** Takes the values of a pupil out of one place. @returns how many rows it has changed or deleted, by table */
export type PupilRedactor = (tx: Db, pupil: Pupil, by: RedactedBy) => Promise<Readonly<Record<string, number>>>

/**
 * Every place that keeps the name or a number of a pupil. A new one adds its redactor here; `redact-pupil.test.ts`
 * searches all tables of the database.
 */
export const pupilRedactors: readonly PupilRedactor[] = [
  // The history of a link says whose family somebody was, so it is read before it goes.
  redactPupilFamily,
  redactPupilChecks,
  redactPupilCorrections,
  redactPupilNotes,
  redactCandidates,
  redactStudent,
  redactFiles,
  redactStagedFiles,
  redactWords,
  redactTraces,
  redactLog,
]

/**
 * What becomes of the rows of a pupil in each table that has them. A table that is not here fails a test: its feature
 * decides, and adds a redactor.
 */
export const pupilTables: Readonly<Record<string, 'redacted' | 'deleted' | 'kept'>> = {
  student: 'redacted',
  candidate: 'redacted',
  correction: 'redacted',
  mark_check: 'redacted',
  pupil_note: 'deleted',
  guardian: 'deleted',
  family_code: 'deleted',
  // These have neither names nor texts. Figures are made of them.
  enrolment: 'kept',
  paper: 'kept',
  exam_result: 'kept',
  pupil_view: 'kept',
  redaction: 'kept',
}

/** Stored files of imports that name the pupil, or that nobody has read yet. */
async function redactStagedFiles(tx: Db, { all, candidates }: Pupil) {
  const { rows } = await tx.execute<{ key: string; numbers: string[] }>(sql`
    select c.exam_id::text as key, array_agg(distinct number) as numbers from (
      select exam_id, number from candidate where id = any (${sql.param(candidates)}::bigint[])
      union select (p.before ->> 'exam_id')::bigint, p.before ->> 'number' from change p where p.table_name = 'candidate'
        and p.operation = 'delete' and p.row_id = any (${sql.param(candidates)}::bigint[])) c group by c.exam_id`)
  const files = await withdrawImports(tx, {
    resources: ['student', 'exam-score:', 'exam-roster:'],
    words: all,
    numbers: rows,
  })
  return { data_import: files + (await replaceText(tx, 'data_import', 'file_name', all)) }
}

/** Notices, messages, jobs and saved views that name the pupil. */
async function redactWords(tx: Db, { all }: Pupil) {
  const notices = await replaceJson(tx, 'notice', ['data'], all)
  const messages = await replaceText(tx, 'message_out', 'subject', all)
  const jobs = (await replaceJson(tx, 'job', ['input', 'result'], all)) + (await replaceText(tx, 'job', 'message', all))
  const views =
    (await replaceJson(tx, 'saved_view', ['state'], all)) + (await replaceText(tx, 'saved_view', 'name', all))
  // The history of the views has what these two statements have changed.
  await replaceHistory(tx, 'saved_view', 'name', all)
  await replaceJson(tx, 'change', ['before', 'after'], all, sql`table_name = 'saved_view'`)
  return { notice: notices, message_out: messages, job: jobs, saved_view: views }
}

/** Answers that were kept for a repeated request, and counters. */
async function redactTraces(tx: Db, { all }: Pupil) {
  const like = likeTexts(all)
  const idempotency = await count(tx, sql`delete from idempotency where answer::text ilike any (${like})`)
  const throttle =
    (await count(tx, sql`delete from throttle where key ilike any (${like})`)) +
    (await count(tx, sql`delete from throttle_use where key ilike any (${like})`))
  return { idempotency, throttle }
}

/** The rows of the admin log stay, but say nothing of the pupil, of the corrections of papers, or of what was asked. */
async function redactLog(tx: Db, { id, all, candidates }: Pupil, by: RedactedBy) {
  const { rows } = await tx.execute<{ corrections: string[]; checks: string[] }>(sql`
    select array(select id from correction where candidate_id = any (${sql.param(candidates)}::bigint[]))::text[] as corrections,
      array(select id from mark_check where student_id = ${id})::text[] as checks`)
  const { corrections = [], checks = [] } = rows[0] ?? {}
  const named = (path: string, names: readonly string[], ids: readonly (string | number)[]) => {
    const texts = sql`${sql.param(ids.map(String))}::text[]`
    const one = names.map(
      (name) => sql`l.body ->> ${name}::text = any (${texts}) or l.query ->> ${name}::text = any (${texts})`,
    )
    return sql`l.path like ${path} and (${sql.join(one, sql` or `)}
      or exists (select from unnest(${texts}) one where l.body -> 'ids' @> one::jsonb))`
  }
  const about = sql`(${named('/adminApi/student/%', ['id'], [id])}
    or ${named('/adminApi/candidate/%', ['id'], candidates)}
    or ${named('/adminApi/report/pupilNote', ['pupil'], candidates)}
    or ${named('/adminApi/correction/add', ['candidateId'], candidates)}
    or ${named('/adminApi/correction/%', ['id'], corrections)}
    or ${named('/adminApi/exam/answerCheck', ['check'], checks)})`
  return { admin_log: await redactAdminLog(tx, { accountId: null, by, names: all, about }) }
}
