import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { inEachLanguage } from '#src/i18n/locale.server.ts'
import { said } from './line-messages.server.ts'
import type { RowsPlace } from './lines.server.ts'

/**
 * Collects what a person should look at before a line is written: the doubts of the writer, what the kit warns of in
 * the rows, and what was unclear in the cells. A cell whose row stays as it is needs no look.
 */
export async function foldWarnings(db: Db, importId: number, { resource }: RowsPlace): Promise<void> {
  const { rows } = await db.execute<{ doubt: string; given: object | null }>(sql`
    select distinct doubt, given from import_unfolded where import_id = ${importId} and doubt is not null`)
  const told = rows.map(({ doubt, given }) => ({
    doubt,
    given,
    said: inEachLanguage(() => said(resource, doubt, given)),
  }))
  const isWritten = sql`in ('new', 'changed')`
  await db.execute(sql`
    with told as (
      select doubt, given, said from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (doubt text, given jsonb, said jsonb)
    ), row_of as (
      select u.*, v.action, v.warnings from import_unfolded u
        left join import_verdict v on v.import_id = ${-importId} and v.row_no = u.place and u.has_row
      where u.import_id = ${importId}
    ), found as (
      select o.line, o.place, jsonb_build_object('kind', 'rule', 'field', coalesce(o.field, ''), 'said', told.said) as warning
      from row_of o join told on told.doubt = o.doubt and coalesce(told.given, '{}') = coalesce(o.given, '{}')
      where not o.has_row or o.action ${isWritten}
      union all
      select o.line, o.place, w || jsonb_build_object('field', coalesce(o.field, ''), 'row', other.line)
      from row_of o cross join lateral jsonb_array_elements(o.warnings) w
        left join import_unfolded other on other.import_id = ${importId} and other.place = (w ->> 'row')::int
      where o.action ${isWritten}
      union all
      select l.row_no, 0, w from import_row l cross join lateral jsonb_array_elements(l.notices) w
      where l.import_id = ${importId} and not exists (
        select from row_of o where o.line = l.row_no and o.field = w ->> 'field' and o.has_row and not o.action ${isWritten})
    )
    update import_verdict v set warnings = of_line.warnings
    from (select line, jsonb_agg(warning order by place) as warnings from found group by line) of_line
    where v.import_id = ${importId} and v.row_no = of_line.line and v.action ${isWritten}`)
}
