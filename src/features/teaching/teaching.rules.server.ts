import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { teaching } from '#src/db/teaching.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { DoubtRule, Doubts } from '#src/server/crud/doubts.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'

type Asked = { values: Record<string, unknown>; row: Row | undefined }
type Wanted = { at: number; id: number; term: unknown; org: unknown; subject: unknown; account: unknown }

/** Checks that the organization is a class, and that there is no such assignment yet. */
export async function teachingRules(db: Db, asked: readonly Asked[]): Promise<FieldErrors[]> {
  const types = await typesOf(
    db,
    asked.map(({ values }) => values.orgId),
  )
  const stored = await storedAmong(db, asked.map(wantedOf))
  return asked.map(({ values }, at): FieldErrors => {
    const type = types.get(Number(values.orgId))
    if (type !== undefined && type !== 'class') return { orgId: [m.teaching_orgType()] }
    return stored.has(at) ? { subjectId: [m.teaching_duplicate()] } : {}
  })
}

function wantedOf({ values, row }: Asked, at: number): Wanted {
  const { termId, orgId, subjectId, accountId } = { ...row, ...values }
  return { at, id: row?.id ?? 0, term: termId, org: orgId, subject: subjectId, account: accountId }
}

/** The places of those that another row stores already. */
async function storedAmong(db: Db, wanted: readonly Wanted[]): Promise<ReadonlySet<number>> {
  const { rows } = await db.execute<{ at: number }>(sql`
    select w.at from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as w (at int, id bigint, term bigint, org bigint, subject bigint, account bigint)
    join ${teaching} t on t.term_id = w.term and t.org_id = w.org and t.subject_id = w.subject and t.account_id = w.account
      and t.id <> w.id`)
  return new Set(rows.map(({ at }) => at))
}

async function typesOf(db: Db, ids: readonly unknown[]): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(ids.flatMap((id) => (typeof id === 'number' ? [id] : [])))]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .select({ id: organization.id, type: organization.type })
    .from(organization)
    .where(inArray(organization.id, wanted))
  return new Map(rows.map(({ id, type }) => [id, type]))
}

/** Doubts a teacher whose department belongs to another school than the class. */
export const schoolDoubts: DoubtRule = {
  fields: ['accountId', 'orgId'],
  async ask(db, cases) {
    const pairs = cases.map(({ values }, at) => ({ at, account: values.accountId, org: values.orgId }))
    const { rows } = await db.execute<{ at: number; school: string }>(sql`
      select c.at, school.name::text as school
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as c (at int, account bigint, org bigint)
        join admin_profile p on p.account_id = c.account join organization school on school.id = school_of(p.dept_id)
      where school.id is distinct from school_of(c.org)`)
    const elsewhere = new Map(rows.map(({ at, school }) => [at, school]))
    return cases.map((_one, at): Doubts => {
      const school = elsewhere.get(at)
      return school === undefined ? {} : { accountId: () => m.teaching_elsewhere({ school }) }
    })
  },
}
