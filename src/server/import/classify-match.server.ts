import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { ID } from '#src/resource/importable.ts'
import { scope } from '../access/scope.server.ts'
import { rowIdOf } from '../crud/id-column.server.ts'
import { onlyRows } from '../crud/only.server.ts'
import type { Classifying } from './classify-context.server.ts'

/** Matches each row of the file with a row of the table, by the key fields. */
export async function matchRows({ db, importId, resource, plan, actor }: Classifying): Promise<void> {
  const { table } = resource
  if (plan.keys.length === 0) return takeAsNew(db, importId)
  const keys = plan.keys.map((name) => ({ name, column: sql.identifier(resource.columnName(name)) }))
  const list = (each: (key: (typeof keys)[number], at: number) => SQL, between: SQL) =>
    sql.join(keys.map(each), between)
  const named = (at: number) => sql.identifier(`key_${at}`)
  const complete = list((_, at) => sql`${named(at)} is not null`, sql` and `)
  const visible = scope(actor, resource.scope) ?? sql`true`
  const among = onlyRows(resource) ?? sql`true`
  // A row with an id matches only the row with this id. A row with an unknown id is not a new row.
  const byNumber = plan.keys.includes(ID) ? complete : sql`false`
  const unmatched = plan.mode === 'update' ? sql`true` : byNumber
  await db.execute(sql`
    insert into import_verdict (import_id, row_no, action, target_id, problem, problem_row)
    with given as (
      select r.row_no, r.errors is not null as wrong, ${list((key, at) => sql`n.${key.column} as ${named(at)}`, sql`, `)}
      from import_row r cross join lateral jsonb_populate_record(null::${table}, r.values) n
      where r.import_id = ${importId}
    ), numbered as (
      select given.*, case when ${complete} then min(row_no) over (partition by ${list((_, at) => sql`${named(at)}`, sql`, `)}) end as first_row
      from given
    ), matched as (
      select g.row_no, g.wrong, g.first_row, ${list((_, at) => sql`g.${named(at)}`, sql`, `)},
        min(${table}.${rowIdOf(resource)}) as target_id, count(${table}.${rowIdOf(resource)}) as matches, bool_and(${visible}) as visible
      from numbered g left join ${table} on ${list((key, at) => sql`${table}.${key.column} = g.${named(at)}`, sql` and `)} and ${among}
      group by g.row_no, g.wrong, g.first_row, ${list((_, at) => sql`g.${named(at)}`, sql`, `)}
    ), told as (
      select matched.*, case
        when wrong then 'cells'
        when first_row < row_no then 'duplicate'
        when matches > 1 then 'several'
        when matches = 1 and not visible then 'outOfSight'
        when matches = 0 and ${unmatched} then 'notFound' end as problem
      from matched
    )
    select ${importId}::bigint, row_no, case
        when problem is not null then 'refused'
        when matches = 0 then 'new'
        when ${plan.mode === 'add'} then 'skipped'
        else 'changed' end,
      case when matches = 1 and visible then target_id end, problem, case when problem = 'duplicate' then first_row end
    from told`)
}

/** Without key fields every row of the file is a new row. */
async function takeAsNew(db: Db, importId: number): Promise<void> {
  await db.execute(sql`
    insert into import_verdict (import_id, row_no, action, problem)
    select import_id, row_no, case when errors is null then 'new' else 'refused' end, case when errors is not null then 'cells' end
    from import_row where import_id = ${importId}`)
}
