import { type SQL, sql } from 'drizzle-orm'
import { typeOf } from '#src/resource/field-types.ts'
import { scope } from '../access/scope.server.ts'
import { rowIdOf } from '../crud/id-column.server.ts'
import type { Classifying, MappedField } from './classify-context.server.ts'
import { warnOfDoubts } from './classify-doubts.server.ts'
import { uniqueIndexes } from './unique-keys.server.ts'
import type { WarningKind } from './warnings.server.ts'

/** Minimum rows in which the numbers 1, 2, 3 … look like row numbers and not like codes. */
const SERIAL_ROWS = 3

/** Adds to each row that will be written what a person should look at before. It refuses nothing. */
export async function warnRows(classifying: Classifying): Promise<void> {
  const { db, importId, resource, plan, mapped } = classifying
  await db.execute(sql`
    update import_verdict v set warnings = found.warnings
    from (
      select v.row_no, jsonb_agg(w) as warnings from import_verdict v join import_row r using (import_id, row_no)
        cross join lateral jsonb_array_elements(r.notices) w
      where v.import_id = ${importId} and (v.action = 'new' or (v.action = 'changed' and w ->> 'field' = any (v.changed)))
      group by v.row_no
    ) found
    where v.import_id = ${importId} and v.row_no = found.row_no`)
  const unique = (await uniqueIndexes(db, resource)).filter(({ columns }) => columns.length === 1)
  const alone = new Set(unique.flatMap(({ columns }) => columns))
  for (const one of mapped) {
    const { plain } = typeOf(one.field)
    const isKey = alone.has(one.column) || plan.keys.includes(one.field.name)
    if (isKey && plain === 'text') await warnOfNearCodes(classifying, one)
    if (isKey && plain) await warnOfSerial(classifying, one)
    // Many people share a name.
    const isPerson = 'rule' in one.field && one.field.rule === 'name'
    if (!isKey && plain === 'text' && !isPerson && one.field.name === resource.description.rowTitle)
      await warnOfSameNames(classifying, one)
  }
  await warnOfDoubts(classifying)
}

/** Rows of the file in which the import would write this field. */
function writes({ field }: MappedField): SQL {
  return sql`(v.action = 'new' or (v.action = 'changed' and ${field.name} = any (v.changed)))`
}

type Found = { kind: WarningKind; field: string; taken: SQL; row: SQL }

/** Adds the warnings of a query `found` with `row_no` and `value`. */
function added({ kind, field, taken, row }: Found): SQL {
  return sql`coalesce(v.warnings, '[]') || jsonb_build_array(jsonb_build_object('kind', ${kind}::text, 'field', ${field}::text,
    'shown', found.value, 'taken', ${taken}, 'row', ${row}))`
}

/**
 * Codes that differ from another only by case or by zeros in front. A part of a key may stand in every row, so each
 * spelling is compared once.
 */
async function warnOfNearCodes({ db, importId, resource, actor }: Classifying, one: MappedField): Promise<void> {
  const { table } = resource
  const stored = sql`${table}.${sql.identifier(one.column)}::text`
  const plain = (code: SQL) => sql`lower(regexp_replace(${code}, '^0+(?=.)', ''))`
  const visible = scope(actor, resource.scope) ?? sql`true`
  await db.execute(sql`
    with given as (
      select v.row_no, r.values ->> ${one.column}::text as value, ${plain(sql`r.values ->> ${one.column}::text`)} as plain, ${writes(one)} as writes
      from import_verdict v join import_row r using (import_id, row_no)
      where v.import_id = ${importId} and v.action <> 'refused' and r.values ->> ${one.column}::text <> ''
    ), kept as (
      select ${plain(stored)} as plain, min(${stored}) as least, max(${stored}) as most from ${table}
        where ${visible} and ${plain(stored)} in (select plain from given where writes) group by 1
    ), spelt as (
      select plain, value, min(row_no) as row_no, row_number() over (partition by plain order by min(row_no)) as place
      from given group by plain, value
    ), near as (
      select g.row_no, g.value, case when k.least <> g.value then k.least else k.most end as other, null::int as other_row
        from given g join kept k using (plain) where g.writes and (k.least <> g.value or k.most <> g.value)
      union all
      select g.row_no, g.value, h.value, h.row_no from given g join spelt h on h.plain = g.plain and h.value <> g.value and h.place <= 2
        where g.writes
    ), found as (select distinct on (row_no) * from near order by row_no, other_row nulls first)
    update import_verdict v set warnings = ${added({ kind: 'near', field: one.field.name, taken: sql`found.other`, row: sql`found.other_row` })}
    from found where v.import_id = ${importId} and v.row_no = found.row_no`)
}

/** A column of 1, 2, 3 … where codes belong: most tables begin with such numbers, and each table with the same ones. */
async function warnOfSerial({ db, importId }: Classifying, one: MappedField): Promise<void> {
  await db.execute(sql`
    with given as (
      select row_no, r.values ->> ${one.column}::text as value from import_row r where import_id = ${importId} and r.values ->> ${one.column}::text <> ''
    ), serial as (
      select count(*) >= ${SERIAL_ROWS} and count(distinct value) = count(*) and bool_and(value ~ '^(0|[1-9][0-9]{0,6})$')
        and min(case when value ~ '^[0-9]{1,7}$' then value::int end) in (0, 1)
        and max(case when value ~ '^[0-9]{1,7}$' then value::int end) - min(case when value ~ '^[0-9]{1,7}$' then value::int end) = count(*) - 1 as holds
      from given
    ), found as (select given.* from given, serial where serial.holds)
    update import_verdict v set warnings = ${added({ kind: 'serial', field: one.field.name, taken: sql`null::text`, row: sql`null::int` })}
    from found where v.import_id = ${importId} and v.row_no = found.row_no and v.action in ('new', 'changed')`)
}

/** Names that another row already has; in a tree, another row below the same parent. */
async function warnOfSameNames({ db, importId, resource, actor }: Classifying, one: MappedField): Promise<void> {
  const { table, description } = resource
  const name = sql.identifier(one.column)
  const isTree = description.tree === true
  const visible = scope(actor, resource.scope) ?? sql`true`
  // The id of a parent that is a new row of the file is not known, but the parent's row is.
  // 0 stands for none, because the database joins by equal values much faster. A name may occur in thousands of rows.
  const parent = isTree ? sql`coalesce(p.target_id, case when v.parent_row is null then n.pid end, 0)` : sql`0`
  const parentRow = isTree ? sql`coalesce(case when p.target_id is null then v.parent_row end, 0)` : sql`0`
  const place = isTree ? sql`coalesce(${table}.pid, 0)` : sql`0`
  const moved = isTree ? sql`or 'pid' = any (v.changed)` : sql``
  await db.execute(sql`
    with given as (
      select v.row_no, v.target_id, n.${name} as value, ${parent} as parent, ${parentRow} as parent_row, (${writes(one)} ${moved}) as writes
      from import_verdict v join import_row r using (import_id, row_no)
        left join import_verdict p on p.import_id = v.import_id and p.row_no = v.parent_row
        left join ${table} o on o.${rowIdOf(resource)} = v.target_id cross join lateral jsonb_populate_record(o, r.values) n
      where v.import_id = ${importId} and v.action in ('new', 'changed', 'unchanged')
    ), others as (
      select distinct ${table}.${name} as value, ${place} as parent from ${table}
      where ${visible} and ${table}.${name} in (select value from given where writes and value <> '')
        and not exists (select 1 from given h where h.target_id = ${table}.${rowIdOf(resource)})
    ), same as (
      select g.row_no, g.value, null::int as other_row from given g join others using (value, parent)
        where g.writes and g.parent_row = 0
      union all
      select row_no, value, case when row_no = first then second else first end from (
        select g.*, min(row_no) over alike as first, lead(row_no) over (alike order by row_no) as second from given g
        where value <> '' window alike as (partition by value, parent, parent_row)
      ) twins where writes and (row_no <> first or second is not null)
    ), found as (select distinct on (row_no) * from same order by row_no, other_row nulls first)
    update import_verdict v set warnings = ${added({ kind: 'sameName', field: one.field.name, taken: sql`found.value`, row: sql`found.other_row` })}
    from found where v.import_id = ${importId} and v.row_no = found.row_no`)
}
