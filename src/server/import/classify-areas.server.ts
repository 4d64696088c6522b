import { sql } from 'drizzle-orm'
import { typeOf } from '#src/resource/field-types.ts'
import type { Classifying } from './classify-context.server.ts'

/**
 * Decides between divisions of the same name by the parent: of a school below an office in Shenzhen, 南山区 is the one in
 * Shenzhen. Only a division below the parent's counts, or in the same city, if there is only one. Another city of the
 * same province would be a guess.
 */
export async function placeAreas({ db, importId, resource, mapped }: Classifying): Promise<void> {
  const { table } = resource
  for (const { field, column } of mapped) {
    if (!typeOf(field).divisions) continue
    const stored = sql`o.${sql.identifier(column)}`
    await db.execute(sql`
      with near as (
        select r.row_no, r.choices -> ${column} as codes,
          coalesce(pr.values ->> ${column}::text, po.${sql.identifier(column)}::text) as place
        from import_row r join import_verdict v using (import_id, row_no)
          left join ${table} o on o.id = v.target_id
          left join import_row pr on pr.import_id = r.import_id and pr.row_no = v.parent_row
          left join import_verdict pv on pv.import_id = r.import_id and pv.row_no = v.parent_row
          left join ${table} po on po.id = coalesce(pv.target_id, case when r.values ? 'pid' then (r.values ->> 'pid')::bigint else o.pid end)
        where r.import_id = ${importId} and r.choices ? ${column}
          and not coalesce(r.choices -> ${column} @> to_jsonb(${stored}), false)
      ), fitting as (
        select row_no, code, case when starts_with(code, place) then 6 when left(code, 4) = left(place, 4) then 4
          else 0 end as fit
        from near cross join lateral jsonb_array_elements_text(codes) code where place is not null
      ), best as (
        select row_no, code, fit, max(fit) over (partition by row_no) as most from fitting
      ), chosen as (
        select row_no, min(code) as code from best where fit = most and fit > 0 group by row_no having count(*) = 1
      )
      update import_row r set values = r.values || jsonb_build_object(${column}::text, chosen.code), choices = r.choices - ${column}::text
      from chosen where r.import_id = ${importId} and r.row_no = chosen.row_no`)
  }
}
