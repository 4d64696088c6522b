import { inArray } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { studentErrors } from './student.rules.ts'

/** The kinds of organizations that pupils belong to. */
const PLACES: readonly string[] = ['class', 'school', 'campus']

type Asked = { values: Record<string, unknown>; row: Row | undefined }

/** Checks days and places of pupils. Earlier places may be of any type: an organization may have become another one. */
export async function studentRules(db: Db, asked: readonly Asked[]): Promise<FieldErrors[]> {
  const kinds = await kindsOf(
    db,
    asked.map(({ values }) => values.orgId),
  )
  return asked.map(({ values, row }) => {
    const kind = kinds.get(Number(values.orgId))
    const errors: FieldErrors = studentErrors({ ...row, ...values })
    if (kind !== undefined && !PLACES.includes(kind)) errors.orgId = [m.student_orgType()]
    if (row && 'earlier' in values && moves(values, row)) errors.earlier = [m.student_earlierFirst()]
    return errors
  })
}

/** Whether the write moves the pupil, which adds an earlier place. The form's own list does not have it yet. */
function moves(values: Record<string, unknown>, row: Row): boolean {
  const { since = row.since, orgId = row.orgId } = values
  return String(since) > String(row.since) && (orgId !== row.orgId || row.until !== null)
}

async function kindsOf(db: Db, ids: readonly unknown[]): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(ids.flatMap((id) => (typeof id === 'number' ? [id] : [])))]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .select({ id: organization.id, kind: organization.type })
    .from(organization)
    .where(inArray(organization.id, wanted))
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}
