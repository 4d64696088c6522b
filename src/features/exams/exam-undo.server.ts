import { getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { UndoneRow } from '#src/server/crud/resource.server.ts'
import { draftFields } from './exam.schema.ts'
import { exam } from './exam.table.server.ts'
import { heldSql } from './exam-access.server.ts'

// An undo writes columns, and asks no rule of the form. What the steps of an exam decide is not undone by it.

const columns = getTableColumns(exam)
/** The columns that the steps of an exam set. */
export const examSteps: readonly string[] = [columns.state.name, columns.published.name]
/** Those that a draft alone can change. */
const ofDraft: readonly string[] = [...draftFields.map((name) => columns[name].name), columns.revision.name]

type Now = { id: number; state: string; held: boolean }

/** Only who holds an exam undoes changes of it, and only such as the form or the parameters would allow. */
export async function refuseExamUndo(
  db: Db,
  actor: Actor,
  rows: readonly UndoneRow[],
): Promise<ReadonlyMap<number, string>> {
  const ids = rows.map(({ id }) => id)
  const found: Now[] = await db
    .select({ id: exam.id, state: sql<string>`${exam.state}`, held: heldSql(actor) })
    .from(exam)
    .where(inArray(exam.id, ids))
  const now = new Map(found.map((one) => [one.id, one]))
  const refused = new Map<number, string>()
  for (const { id, deleted, values } of rows) {
    const why = deleted ? await refuseReturn(db, actor, values) : refuseChange(actor, now.get(id), Object.keys(values))
    if (why !== undefined) refused.set(id, why)
  }
  return refused
}

function refuseChange(actor: Actor, now: Now | undefined, changed: readonly string[]): string | undefined {
  if (!now?.held) return m.exam_notHeld()
  if (changed.some((name) => examSteps.includes(name))) return m.exam_stepNotUndone()
  if (now.state !== 'draft' && changed.some((name) => ofDraft.includes(name))) return m.exam_fixed()
  if (!changed.includes(columns.params.name)) return undefined
  if (now.state === 'archived') return m.exam_otherState()
  return can(actor, 'exam/param/edit') ? undefined : m.exam_paramNotUndone()
}

/** A draft that was deleted comes back for who would hold it. */
async function refuseReturn(
  db: Db,
  actor: Actor,
  { org_ids: given }: UndoneRow['values'],
): Promise<string | undefined> {
  const organizations = sql.param(Array.isArray(given) ? given.map(Number) : [])
  const held: SQL = heldSql(actor)
  const { rows } = await db.execute<{ held: boolean }>(sql`
    select ${held} as held from (select ${organizations}::bigint[] as org_ids) as ${exam}`)
  return rows[0]?.held ? undefined : m.exam_notHeld()
}
