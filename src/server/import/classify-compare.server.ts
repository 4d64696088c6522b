import { getTableName, type SQL, sql } from 'drizzle-orm'
import { inEachLanguage } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { isNamed, relationTarget } from '#src/resource/field-traits.ts'
import { typeOf } from '#src/resource/field-types.ts'
import { requiredFields } from '#src/resource/importable.ts'
import { type CompanionColumns, scope } from '../access/scope.server.ts'
import { stampedName } from '../crud/base-columns.server.ts'
import { columnName } from '../crud/column-name.server.ts'
import { rowIdOf } from '../crud/id-column.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { type Classifying, hasValueFor, type MappedField, namesWhere } from './classify-context.server.ts'

/** Compares each row with the stored row, and checks whether it is in the author's data scope. */
export async function compareRows(classifying: Classifying): Promise<void> {
  const { db, importId, resource, mapped } = classifying
  const { table } = resource
  const changed = mapped.map(
    ({ field, column }) => [field.name, sql`${hasValueFor(column)} and ${valueDiffers(field, column)}`] as const,
  )
  const fixed = mapped.filter(({ field }) => field.addOnly).map(({ field }) => field.name)
  await db.execute(sql`
    update import_verdict v set
      action = case when found.problem is not null then 'refused' when v.action = 'new' then 'new'
        when cardinality(found.changed) = 0 and not found.moves then 'unchanged' else 'changed' end,
      changed = case when v.action = 'new' then null when found.moves then found.changed || '{pid}'::text[] else found.changed end,
      problem = found.problem, problem_fields = found.problem_fields
    from (
      select told.row_no, told.changed, told.moves, case
          when cardinality(missing) > 0 then 'required'
          when cardinality(unclear) > 0 then 'ambiguous'
          when cardinality(fixed) > 0 then 'addOnly'
          when circles then 'cycle'
          when not in_scope and (is_new or cardinality(changed) > 0 or moves) then 'outOfScope' end as problem,
        case when cardinality(missing) > 0 then missing when cardinality(unclear) > 0 then unclear
          when cardinality(fixed) > 0 then fixed when circles then '{pid}'::text[] end as problem_fields
      from (
        select compared.*, array(select unnest(changed) intersect select unnest(${sql.param(fixed)}::text[])) as fixed from (
          select v.row_no, v.action = 'new' as is_new,
            case when v.action = 'new' then '{}'::text[] else ${namesWhere(changed)} end as changed,
            case when v.action = 'new' then ${namesWhere(missingFields(classifying))} else '{}'::text[] end as missing,
            ${namesWhere(unclearFields(mapped))} as unclear,
            ${movesSql(classifying)} as moves, ${circlesSql(classifying)} as circles, ${inScopeSql(classifying)} as in_scope
          from import_verdict v join import_row r using (import_id, row_no)
            left join ${table} o on o.${rowIdOf(resource)} = v.target_id
            cross join lateral jsonb_populate_record(o, r.values) n
          where v.import_id = ${importId} and v.action in ('new', 'changed')
        ) compared
      ) told
    ) found
    where v.import_id = ${importId} and v.row_no = found.row_no and (v.action <> 'new' or found.problem is not null)`)
}

/**
 * Adds empty required fields to the errors of a new row whose cells are refused. The user then sees all errors at once.
 */
export async function reportMissing(classifying: Classifying): Promise<void> {
  const { db, importId, plan } = classifying
  if (plan.mode === 'update') return
  const said = inEachLanguage(() => m.rule_required())
  const messages = Object.entries(said).map(
    ([locale, text]) => sql`${locale}::text, jsonb_object_agg(name, jsonb_build_array(${text}::text))`,
  )
  await db.execute(sql`
    update import_verdict v set errors = (
      select jsonb_build_object(${sql.join(messages, sql`, `)}) from unnest(found.missing) as name
    )
    from (
      select v.row_no, ${namesWhere(missingFields(classifying))} as missing from import_verdict v join import_row r using (import_id, row_no)
      where v.import_id = ${importId} and v.target_id is null and r.errors is not null and not r.errors ?| ${sql.param(plan.keys)}::text[]
    ) found
    where v.import_id = ${importId} and v.row_no = found.row_no and cardinality(found.missing) > 0`)
}

/** A list of related rows is a set: another order of two levels is not a change. */
export function valueDiffers(field: Field, column: string): SQL {
  const [old, next] = [sql`o.${sql.identifier(column)}`, sql`n.${sql.identifier(column)}`]
  // Two texts can say the same JSON, and the type json has no equality.
  if (typeOf(field).json) return sql`${old}::jsonb is distinct from (r.values ->> ${column}::text)::jsonb`
  if (!relationTarget(field)?.many) return sql`${old} is distinct from ${next}`
  return sql`not (${old} @> ${next} and ${next} @> ${old})`
}

/** Required fields of a new row that have no value in the file. The parent may be another row of the file. */
function missingFields({ resource }: Classifying): (readonly [string, SQL])[] {
  return requiredFields(resource.description).map((name) => {
    const column = resource.columnName(name)
    const elsewhere = name === 'pid' ? sql`v.parent_row is null and` : sql``
    return [name, sql`${elsewhere} not ${hasValueFor(column)} and not coalesce(r.choices ? ${column}, false)`] as const
  })
}

/** A name that several rows have. Only the stored value can decide which row is meant. */
function unclearFields(mapped: readonly MappedField[]): (readonly [string, SQL])[] {
  const single = mapped.filter(({ field }) => isNamed(field) && !relationTarget(field)?.many)
  return single.map(({ field, column }) => {
    const stored = sql`to_jsonb(o.${sql.identifier(column)})`
    return [
      field.name,
      sql`r.choices ? ${column} and not coalesce(r.choices -> ${column} @> ${stored}, false)`,
    ] as const
  })
}

/** Whether a stored row moves below another row of the file. The id of that parent may not be known yet. */
function movesSql({ resource }: Classifying): SQL {
  if (!resource.description.tree) return sql`false`
  return sql`(v.action <> 'new' and v.parent_row is not null and not exists (
    select 1 from import_verdict p where p.import_id = v.import_id and p.row_no = v.parent_row and p.target_id = o.pid))`
}

/** Whether a row would lie below itself. */
function circlesSql({ resource, mapped }: Classifying): SQL {
  if (!resource.description.tree || !mapped.some((one) => one.column === 'pid')) return sql`false`
  return sql`coalesce(v.place <> o.path and starts_with(v.place, o.path), false)`
}

/** Whether the future row is in the data scope. It replaces the table that the scope's condition names. */
function inScopeSql({ resource, actor }: Classifying): SQL {
  const visible = scope(actor, resource.scope, (columns) => futureOrganization(resource, columns))
  if (!visible) return sql`true`
  const placed = resource.description.tree ? sql`, 'path', v.place` : sql``
  const fixed = Object.entries(resource.only ?? {}).map(
    ([field, value]) => sql`, ${resource.columnName(field)}::text, ${value}::text`,
  )
  const own = sql`case when v.action = 'new' then jsonb_build_object(${stampedName(resource, 'createBy')}::text, ${actor.id}::bigint${placed}${sql.join(fixed)})
    else jsonb_build_object(${columnName(resource.columns.id)}::text, o.${rowIdOf(resource)}${placed}) end`
  return sql`exists (select 1 from jsonb_populate_record(n, ${own}) as ${sql.identifier(getTableName(resource.table))} where ${visible})`
}

/** The organization in the companion of a future row: that of the file, or the stored one. */
function futureOrganization(resource: Resource, { column, by }: CompanionColumns): SQL {
  const { owns = [] } = resource
  const names = owns.flatMap(({ columns }) => Object.keys(columns).filter((name) => columns[name] === column))
  const stored = sql`(select ${column} from ${by.table} where ${by} = o.${rowIdOf(resource)})`
  const [name] = names
  if (name === undefined) return stored
  const key = resource.columnName(name)
  return sql`case when r.values ? ${key} then (r.values ->> ${key})::bigint else ${stored} end`
}
