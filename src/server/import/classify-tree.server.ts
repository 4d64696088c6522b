import { sql } from 'drizzle-orm'
import { scope } from '../access/scope.server.ts'
import { TREE_LEVELS } from '../crud/tree-levels.ts'
import type { Classifying } from './classify-context.server.ts'
import { namingFields } from './import-fields.server.ts'

/**
 * Finds parents that are rows of the same file, and puts the rows in the order of the tree. A school's row may be above
 * or below the rows of its classes. A row whose parents form a circle, or that would be too deep, has no place.
 */
export async function placeRows(classifying: Classifying): Promise<void> {
  const { db, importId, resource, mapped, actor } = classifying
  const { table } = resource
  const columns = new Set(mapped.map((one) => one.column))
  const naming = namingFields(resource)
    .map((name) => resource.columnName(name))
    .filter((column) => columns.has(column))
  if (columns.has('pid') && naming.length > 0) {
    const names = naming.map(
      (column, rank) =>
        sql`select row_no, values ->> ${column}::text as name, ${sql.raw(String(rank))} as rank from import_row where import_id = ${importId}`,
    )
    await db.execute(sql`
      with names as (${sql.join(names, sql` union all `)}),
      best as (
        select distinct on (name) name, min(row_no) as row_no, count(*) as rows from names where name is not null
        group by name, rank order by name, rank
      )
      update import_verdict v set
        parent_row = case when b.rows = 1 and b.row_no <> v.row_no then b.row_no end,
        action = case when b.rows = 1 and b.row_no <> v.row_no then v.action else 'refused' end,
        problem = case when b.rows = 1 and b.row_no <> v.row_no then v.problem when b.rows is null then 'parentMissing' when b.rows > 1 then 'parentSeveral' when b.row_no = v.row_no then 'cycle' end,
        problem_row = case when b.rows > 1 then b.row_no end,
        problem_fields = case when b.rows = 1 and b.row_no <> v.row_no then null else '{pid}'::text[] end
      from import_row r
        left join best written on written.name = r.parent
        left join best half on written.name is null and half.name = normalize(r.parent, NFKC)
        cross join lateral (select coalesce(written.row_no, half.row_no) as row_no, coalesce(written.rows, half.rows) as rows) b
      where v.import_id = ${importId} and r.import_id = v.import_id and r.row_no = v.row_no and r.parent is not null
        and (v.action <> 'refused' or v.problem = 'cells')`)
  }
  // The place of a new row without a parent in the file matters only for a data scope.
  const wanted = scope(actor, resource.scope) ? sql`true` : sql`(walk.depth > 0 or v.action <> 'new')`
  // A row that an earlier release has put deeper may stay where it is.
  const tooDeep = sql`(tree_levels(walk.place) > ${TREE_LEVELS} and tree_levels(walk.place) >
    coalesce((select tree_levels(path) from ${table} where id = v.target_id), 0))`
  // The walk ends one level below the limit, so that a long chain takes no more room than a short one.
  await db.execute(sql`
    with recursive walk as (
      select v.row_no, 0 as depth, case
          when v.target_id is not null and not r.values ? 'pid' then o.path
          else coalesce(p.path, '/') || coalesce(v.target_id::text, 'n' || v.row_no) || '/' end as place
      from import_verdict v join import_row r using (import_id, row_no)
        left join ${table} o on o.id = v.target_id left join ${table} p on p.id = (r.values ->> 'pid')::bigint
      where v.import_id = ${importId} and v.action <> 'refused' and v.parent_row is null
      union all
      select v.row_no, walk.depth + 1, walk.place || coalesce(v.target_id::text, 'n' || v.row_no) || '/'
      from import_verdict v join walk on v.parent_row = walk.row_no
      where v.import_id = ${importId} and v.action <> 'refused' and tree_levels(walk.place) <= ${TREE_LEVELS}
    )
    update import_verdict v set depth = walk.depth, place = walk.place,
      action = case when ${tooDeep} then 'refused' else v.action end,
      problem = case when ${tooDeep} then 'tooDeep' else v.problem end,
      problem_fields = case when ${tooDeep} then '{pid}'::text[] else v.problem_fields end
    from walk where v.import_id = ${importId} and v.row_no = walk.row_no and (${wanted} or ${tooDeep})`)
  if (columns.has('pid')) await refuseDeepMoves(classifying)
  await refuseBelow(classifying)
  // What the walk has not reached, and is below no refused row, is in a circle or below one.
  await db.execute(sql`
    update import_verdict set action = 'refused', problem = 'circle', problem_row = parent_row, problem_fields = '{pid}'
    where import_id = ${importId} and action <> 'refused' and place is null and parent_row is not null`)
}

/** Refuses rows that would take what is below them in the table too deep. */
async function refuseDeepMoves({ db, importId, resource }: Classifying): Promise<void> {
  const { table } = resource
  // Paths consist of digits and slashes, and a colon comes after both.
  await db.execute(sql`
    update import_verdict v set action = 'refused', problem = 'tooDeep', problem_fields = '{pid}' from ${table} o
    where v.import_id = ${importId} and v.action <> 'refused' and o.id = v.target_id
      and tree_levels(v.place) > tree_levels(o.path) and tree_levels(v.place) - tree_levels(o.path) + (
        select max(tree_levels(d.path)) from ${table} d where d.path >= o.path and d.path < o.path || ':'
      ) > ${TREE_LEVELS}`)
}

/** Refuses all rows below a refused row of the file, because they would have no parent. */
export async function refuseBelow({ db, importId }: Classifying): Promise<void> {
  await db.execute(sql`
    with recursive refused as (
      select row_no from import_verdict where import_id = ${importId} and action = 'refused'
      union
      select v.row_no from import_verdict v join refused on v.parent_row = refused.row_no where v.import_id = ${importId}
    )
    update import_verdict v set action = 'refused', problem = 'parentRefused', problem_row = v.parent_row, problem_fields = '{pid}'
    from refused where v.import_id = ${importId} and v.row_no = refused.row_no and v.action <> 'refused'`)
}
