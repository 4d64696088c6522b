import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import { stampedName } from '../crud/base-columns.server.ts'
import { rowIdOf } from '../crud/id-column.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { formerName } from '../list/account-names.server.ts'
import { valueDiffers } from './classify-compare.server.ts'
import { hasValueFor, mappedFields } from './classify-context.server.ts'
import type { ImportPlan } from './plan.server.ts'

/** What an import may do with rows that have changed since its check. */
export type SinceCheck = 'ask' | 'skip' | 'overwrite'

/** How a stored row differs from the one that the check has seen. */
export type DriftKind = 'changed' | 'appeared' | 'gone' | 'other'

type Place = { db: Db; importId: number; resource: Resource }

/** The version of what is joined as `o`. Resources with files of their own have no other name for it. */
function versionOf(resource: Resource): SQL {
  return sql`o.${sql.identifier(stampedName(resource, 'version'))}`
}

/** Joins what is stored, as `o` with a version. @param by the relation that has the row, with its target */
function storedOf({ importId, resource }: Omit<Place, 'db'>, by: 'v' | 'm'): SQL {
  const { file } = resource.write ?? {}
  if (!file) return sql`left join ${resource.table} o on o.${rowIdOf(resource)} = ${sql.raw(by)}.target_id`
  return sql`left join (${file.seen(importId)}) o on o.row_no = ${sql.raw(by)}.row_no`
}

/** Keeps which stored rows, in which versions, the check has seen. */
export async function recordSeen({ db, importId, resource }: Place): Promise<void> {
  await forgetSeen(db, importId)
  await db.execute(sql`
    insert into import_seen (import_id, row_no, action, target_id, version)
    select v.import_id, v.row_no, v.action, v.target_id, ${versionOf(resource)}
    from import_verdict v ${storedOf({ importId, resource }, 'v')} where v.import_id = ${importId}`)
}

/** Forgets them. The next import then asks about nothing, because nobody has seen a check. */
export async function forgetSeen(db: Db, importId: number): Promise<void> {
  await db.execute(sql`delete from import_seen where import_id in (${importId}, ${-importId})`)
}

/**
 * Marks the classified rows that the import would write, and that are not as the check has seen them. Without a check,
 * no row is marked. Returns the number of marked rows, and how many of them the owner was not asked about.
 */
export async function markDrift({ db, importId, resource }: Place): Promise<{ drifted: number; unasked: number }> {
  const version = versionOf(resource)
  const { rows } = await db.execute<{ drifted: number; unasked: number }>(sql`
    with marked as (
      update import_verdict v set drift = told.drift
      from (
        select v.row_no, case
            when s.target_id is null and v.target_id is not null then 'appeared'
            when s.target_id is not null and v.target_id is null then 'gone'
            when s.version is distinct from ${version} then 'changed' else 'other' end as drift
        from import_verdict v join import_seen s using (import_id, row_no) ${storedOf({ importId, resource }, 'v')}
        where v.import_id = ${importId} and v.action in ('new', 'changed')
          and (s.action, s.target_id, s.version) is distinct from (v.action, v.target_id, ${version})
      ) told
      where v.import_id = ${importId} and v.row_no = told.row_no returning v.row_no, v.target_id
    )
    select count(*)::int as drifted, (count(*) filter (where not (
        s.asked and (s.asked_id, s.asked_version) is not distinct from (m.target_id, ${version})
      )))::int as unasked
    from marked m join import_seen s on s.import_id = ${importId} and s.row_no = m.row_no
      ${storedOf({ importId, resource }, 'm')}`)
  return rows[0] ?? { drifted: 0, unasked: 0 }
}

/** Leaves the marked rows alone, and the rows below those of them that then do not exist. */
export async function skipDrifted({ db, importId }: Omit<Place, 'resource'>): Promise<void> {
  await db.execute(sql`
    with recursive skipped as (
      select row_no, target_id from import_verdict where import_id = ${importId} and drift is not null
      union
      select v.row_no, v.target_id from import_verdict v join skipped on v.parent_row = skipped.row_no and skipped.target_id is null
      where v.import_id = ${importId} and v.action in ('new', 'changed')
    )
    update import_verdict v set action = 'skipped' from skipped where v.import_id = ${importId} and v.row_no = skipped.row_no`)
}

/** A row of the file whose stored row is not as the check has seen it. */
export type DriftedRow = {
  row: number
  title: string
  drift: DriftKind
  /** Who changed the stored row last, and when. Empty for a row that is gone. */
  by: string
  time: string
}

/** Maximum rows that a question names. */
const MOST_NAMED = 100

/**
 * Finds the rows that an import would write over without its owner having seen them, before it begins. It reads the
 * staged rows of the check. The import itself looks again, with the rows locked.
 */
export async function driftedRows(
  place: Place & { actor: Actor; plan: ImportPlan },
): Promise<{ count: number; unasked: number; rows: DriftedRow[] }> {
  const { db, importId, resource } = place
  const title = resource.columnName(resource.description.rowTitle)
  const author = sql`(c.stored ->> ${stampedName(resource, 'updateBy')}::text)::bigint`
  const { rows } = await db.execute<
    { row_no: number; count: number; unasked: number; title: string; drift: DriftKind } & Record<'by' | 'time', string>
  >(sql`
    with drifted as (${driftedSql(place)}),
    counted as (
      select d.*, count(*) over ()::int as count, to_jsonb(o) as stored,
        (count(*) filter (where not (s.asked and (s.asked_id, s.asked_version) is not distinct from (d.now_id, ${versionOf(resource)})))
          over ())::int as unasked
      from drifted d join import_seen s on s.import_id = ${importId} and s.row_no = d.row_no
        ${nowStored(place)}
    )
    select c.row_no, c.count, c.unasked, c.drift, coalesce(r.values ->> ${title}::text, c.stored ->> ${title}::text, '') as title,
      coalesce(a.username, ${formerName(author)}, '') as by, coalesce(c.stored ->> ${stampedName(resource, 'updateTime')}::text, '') as time
    from counted c join import_row r on r.import_id = ${importId} and r.row_no = c.row_no
      left join account a on a.id = ${author}
    order by c.row_no limit ${MOST_NAMED}`)
  return {
    count: rows[0]?.count ?? 0,
    unasked: rows[0]?.unasked ?? 0,
    rows: rows.map(({ row_no, title, drift, by, time }) => ({ row: row_no, title, drift, by, time })),
  }
}

/** Remembers that the owner was asked about these rows as they are now. */
export async function recordAsked(place: Place & { actor: Actor; plan: ImportPlan }): Promise<void> {
  const { db, importId } = place
  await db.execute(sql`
    update import_seen s set asked = true, asked_id = d.now_id, asked_version = ${versionOf(place.resource)}
    from (${driftedSql(place)}) d ${nowStored(place)}
    where s.import_id = ${importId} and s.row_no = d.row_no`)
}

/** Joins what is stored now of drifted rows `d`, as `o`. */
function nowStored({ importId, resource }: Omit<Place, 'db'>): SQL {
  const { file } = resource.write ?? {}
  if (!file) return sql`left join ${resource.table} o on o.${rowIdOf(resource)} = d.now_id`
  return sql`left join (${file.seen(importId)}) o on o.row_no = d.row_no`
}

/** The drifted rows: `row_no`, `drift`, and `now_id`, the stored row that matches now. */
function driftedSql({
  importId,
  resource,
  actor,
  plan,
}: {
  importId: number
  resource: Resource
  actor: Actor
  plan: ImportPlan
}): SQL {
  const { table } = resource
  const { file } = resource.write ?? {}
  if (file)
    return sql`select s.row_no, coalesce(v.drift::text, 'changed') as drift, v.target_id as now_id
      from import_seen s join import_verdict v using (import_id, row_no) left join (${file.seen(importId)}) o using (row_no)
      where s.import_id = ${importId} and s.action in ('new', 'changed', 'unchanged')
        and (v.drift is not null or s.version is distinct from o.version)`
  const changes = mappedFields(resource, plan).map(
    ({ field, column }) => sql`(${hasValueFor(column)} and ${valueDiffers(field, column)})`,
  )
  const writes = sql.join([sql`r.parent is not null`, ...changes], sql` or `)
  const equal = plan.keys.map((key) => {
    const column = sql.identifier(resource.columnName(key))
    return sql`${table}.${column} = n.${column}`
  })
  const visible = scope(actor, resource.scope) ?? sql`true`
  const id = rowIdOf(resource)
  // An import that was stopped by such rows has marked them, also those that only a whole classification finds.
  const marked = sql`select v.row_no, v.drift::text, v.target_id as now_id from import_verdict v where v.import_id = ${importId} and v.drift is not null`
  const stored = sql`
    select s.row_no, case when o.${id} is null then 'gone' else 'changed' end as drift, o.${id} as now_id
    from import_seen s join import_row r using (import_id, row_no) left join ${table} o on o.${id} = s.target_id
      cross join lateral jsonb_populate_record(o, r.values) n
    where s.import_id = ${importId} and s.action in ('changed', 'unchanged') and s.version is distinct from ${versionOf(resource)}
      and case when o.${id} is null then ${plan.mode !== 'update'} else (${writes}) end`
  const added = sql`
    select s.row_no, 'appeared' as drift, ${table}.${id} as now_id
    from import_seen s join import_row r using (import_id, row_no)
      cross join lateral jsonb_populate_record(null::${table}, r.values) n
      join ${table} on ${equal.length > 0 ? sql.join(equal, sql` and `) : sql`false`}
    where s.import_id = ${importId} and s.action = 'new' and ${plan.mode !== 'add'} and ${visible}`
  return sql`select distinct on (row_no) row_no, drift, now_id from (${stored} union all ${added} union all ${marked}) every order by row_no`
}
