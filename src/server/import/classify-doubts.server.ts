import { sql } from 'drizzle-orm'
import { inEachLanguage } from '#src/i18n/locale.server.ts'
import { scope } from '../access/scope.server.ts'
import type { DoubtCase } from '../crud/doubts.server.ts'
import { rowIdOf } from '../crud/id-column.server.ts'
import type { Classifying } from './classify-context.server.ts'
import type { Warning } from './warnings.server.ts'

/**
 * Adds the doubts of the resource's own rule to the rows that will be written. The rule is asked once for each
 * combination of its values, so that a hundred thousand rows take as many questions as there are combinations.
 */
export async function warnOfDoubts({ db, importId, resource, actor, signal }: Classifying): Promise<void> {
  const rule = resource.doubts
  if (!rule) return
  const { table } = resource
  const isTree = resource.description.tree === true
  const touched = isTree ? [...rule.fields, 'pid'] : rule.fields
  const picked = (row: string) => {
    const of = sql.identifier(row)
    const parts = rule.fields.map((name) => sql`${name}::text, ${of}.${sql.identifier(resource.columnName(name))}`)
    return sql`jsonb_build_object(${sql.join(parts, sql`, `)})`
  }
  const visible = scope(actor, resource.scope)
  const seen = visible ? sql`and exists (select from ${table} where ${table}.id = po.id and ${visible})` : sql``
  // The parent is a row of the file, or a stored row that a row of the file may change.
  const above = isTree
    ? sql`left join import_verdict pf on pf.import_id = v.import_id and pf.row_no = v.parent_row
        left join import_verdict ps on ps.import_id = v.import_id and ps.target_id = n.pid and ps.action = 'changed' and v.parent_row is null
        left join import_row pr on pr.import_id = v.import_id
          and pr.row_no = coalesce(case when pf.action in ('new', 'changed') then pf.row_no end, ps.row_no)
        left join ${table} po on po.id = coalesce(pf.target_id, case when v.parent_row is null then n.pid end) ${seen}
        cross join lateral jsonb_populate_record(po, coalesce(pr.values, '{}')) p`
    : sql``
  const atTop = sql`v.parent_row is null and n.pid is null`
  const parent = isTree ? sql`case when not (${atTop}) then ${picked('p')} end` : sql`null::jsonb`
  // Nothing is said about a parent that the actor may not see.
  const known = isTree ? sql`(${atTop} or po.id is not null or pr.row_no is not null)` : sql`true`
  const asked = sql`
    select v.row_no, ${picked('n')} as own, ${parent} as parent
    from import_verdict v join import_row r using (import_id, row_no)
      left join ${table} o on o.${rowIdOf(resource)} = v.target_id cross join lateral jsonb_populate_record(o, r.values) n ${above}
    where v.import_id = ${importId} and ${known}
      and (v.action = 'new' or (v.action = 'changed' and v.changed && ${sql.param(touched)}::text[]))`
  const { rows } = await db.execute<DoubtCase>(sql`select distinct own as values, parent from (${asked}) asked`)
  signal.throwIfAborted()
  const found = await rule.ask(db, rows)
  const told = rows.flatMap(({ values, parent }, at) => {
    const warnings = Object.entries(found[at] ?? {}).map(
      ([field, say]): Warning => ({ kind: 'rule', field, said: inEachLanguage(say) }),
    )
    return warnings.length > 0 ? [{ own: values, parent, warnings }] : []
  })
  if (told.length === 0) return
  await db.execute(sql`
    update import_verdict v set warnings = coalesce(v.warnings, '[]') || told.warnings
    from (${asked}) d join jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (own jsonb, parent jsonb, warnings jsonb)
      on told.own = d.own and coalesce(told.parent, 'null') = coalesce(d.parent, 'null')
    where v.import_id = ${importId} and v.row_no = d.row_no`)
}
