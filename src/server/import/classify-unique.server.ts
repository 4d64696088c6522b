import { and, sql } from 'drizzle-orm'
import { columnName } from '../crud/column-name.server.ts'
import { rowIdOf } from '../crud/id-column.server.ts'
import { treePath } from '../crud/resource.server.ts'
import type { Classifying } from './classify-context.server.ts'
import { uniqueIndexes } from './unique-keys.server.ts'

/**
 * Refuses rows that break a unique index. An earlier row of the file, or a row of the table, has the same values. The
 * key fields are already checked.
 */
export async function refuseTaken(classifying: Classifying): Promise<void> {
  const { db, importId, resource, plan, mapped } = classifying
  const { table } = resource
  const among = and(
    ...Object.entries(resource.only ?? {}).map(
      ([field, value]) => sql`e.${sql.identifier(resource.columnName(field))} = ${value}`,
    ),
    sql`true`,
  )
  const keys = plan.keys.map((name) => resource.columnName(name)).sort()
  const placed = [treePath(resource.columns), resource.columns.sortKey]
  const placing = new Set(placed.flatMap((column) => (column ? [columnName(column)] : [])))
  for (const { columns, nulls, folded } of await uniqueIndexes(db, resource)) {
    const fields = mapped.filter((one) => columns.includes(one.column)).map((one) => one.field.name)
    if (fields.length === 0 || (folded.length === 0 && [...columns].sort().join() === keys.join())) continue
    // These columns get their values when the rows are written.
    if (columns.some((column) => placing.has(column))) continue
    const each = (alias: string) =>
      sql.join(
        columns.map((column) => {
          const value = sql`${sql.identifier(alias)}.${sql.identifier(column)}`
          return folded.includes(column) ? sql`lower(${value})` : value
        }),
        sql`, `,
      )
    const same = nulls ? sql`(${each('e')}) is not distinct from (${each('n')})` : sql`(${each('e')}) = (${each('n')})`
    const whole = nulls ? sql`true` : sql`(${each('n')}) is not null`
    await db.execute(sql`
      with given as (
        select v.row_no, v.target_id, min(v.row_no) over (partition by ${each('n')}) as first_row,
          (select min(e.${rowIdOf(resource)}) from ${table} e where ${same} and ${among} and e.${rowIdOf(resource)} is distinct from v.target_id) as other
        from import_verdict v join import_row r using (import_id, row_no)
          left join ${table} o on o.${rowIdOf(resource)} = v.target_id
          cross join lateral jsonb_populate_record(o, r.values) n
        where v.import_id = ${importId} and v.action in ('new', 'changed') and ${whole}
      )
      update import_verdict v set action = 'refused', problem = case when g.first_row < v.row_no then 'duplicate' else 'taken' end,
        problem_row = case when g.first_row < v.row_no then g.first_row end, problem_fields = ${sql.param(fields)}::text[]
      from given g
      where v.import_id = ${importId} and v.row_no = g.row_no and (g.first_row < v.row_no or g.other is not null)`)
  }
}
