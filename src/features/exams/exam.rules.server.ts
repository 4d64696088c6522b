import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { examSchemeRevision } from '#src/features/exam-scheme/exam-scheme.table.server.ts'
import { studentYear } from '#src/features/student-year/student-year.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { draftFields } from './exam.schema.ts'
import { findExam } from './exam-access.server.ts'

/** Milliseconds. */
const DAY = 86_400_000

/** Checks an exam: who may write it, what only a draft can change, and that its parts fit together. */
export async function examRules(
  db: Db,
  values: Record<string, unknown>,
  row: Row | undefined,
  actor: Actor,
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  if (row) {
    const { held, state } = await findExam(db, actor, row.id)
    if (!held) throw new AppError(403, m.exam_notHeld())
    if (state !== 'draft') {
      for (const name of draftFields) {
        if (name in values && JSON.stringify(values[name]) !== JSON.stringify(row[name]))
          errors[name] = [m.exam_fixed()]
      }
    }
  }
  const { schemeId, yearIds, orgIds, since, deadline } = { ...row, ...values }
  // A wrong year would make all schools late at once. The day of the deadline is that of the site, at most a day off.
  if (deadline && Date.parse(String(deadline)) < Date.parse(String(since)) - DAY)
    errors.deadline = [m.rule_notBefore({ field: m.exam_since() })]
  const level = await levelOf(db, Number(schemeId), row)
  if (level === undefined) errors.schemeId = [m.exam_notPublishedScheme()]
  const wanted = listOf(yearIds)
  if (level !== undefined && wanted.length > 0) {
    const years = await db
      .select({ levelId: studentYear.levelId })
      .from(studentYear)
      .where(inArray(studentYear.id, wanted))
    if (years.some(({ levelId }) => levelId !== level)) errors.yearIds ??= [m.exam_otherLevel()]
  }
  const organizations = listOf(orgIds)
  if (organizations.length > 0) {
    const kinds = await db
      .select({ kind: organization.type })
      .from(organization)
      .where(inArray(organization.id, organizations))
    if (kinds.some(({ kind }) => kind === 'class')) errors.orgIds ??= [m.exam_orgIsClass()]
  }
  return errors
}

/** Only drafts are deleted, by those who hold them. */
export async function checkExamDelete(db: Db, rows: readonly Row[], actor: Actor): Promise<void> {
  for (const { id } of rows) {
    const { held, state } = await findExam(db, actor, id)
    if (!held) throw new AppError(403, m.exam_notHeld())
    if (state !== 'draft') throw new AppError(409, m.exam_deleteDraft(), { reason: 'state' })
  }
}

function listOf(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : []
}

/** The level of the revision that the exam has, or would take. */
async function levelOf(db: Db, schemeId: number, row: Row | undefined): Promise<number | undefined> {
  if (row && row.schemeId === schemeId) return Number(row.levelId)
  const [found] = await db
    .select({ levelId: examSchemeRevision.levelId })
    .from(examSchemeRevision)
    .where(sql`${examSchemeRevision.schemeId} = ${schemeId}`)
    .orderBy(sql`${examSchemeRevision.number} desc`)
    .limit(1)
  return found?.levelId
}
