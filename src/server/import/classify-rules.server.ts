import { sql } from 'drizzle-orm'
import { type Said, withLocale } from '#src/i18n/locale.server.ts'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { crossErrors, rangeEnd } from '#src/resource/cross-checks.ts'
import { addressesIn } from '#src/resource/field-traits.ts'
import { rowIdOf } from '../crud/id-column.server.ts'
import type { Resource, Row } from '../crud/resource.server.ts'
import { rowFileErrors } from '../files/file-check.server.ts'
import type { Classifying } from './classify-context.server.ts'

const BATCH = 500

/** Checks the rules over several fields, and the resource's own rules, for the rows that will be written. */
export async function checkRules({ db, importId, resource, actor, signal }: Classifying): Promise<void> {
  if (!hasRules(resource)) return
  const names = new Map([...resource.importable.keys()].map((field) => [resource.columnName(field), field]))
  for (const [column, field] of resource.fieldNames) names.set(column, field)
  const { table } = resource
  for (let last = 0; ; ) {
    signal.throwIfAborted()
    const { rows } = await db.execute<{
      row_no: number
      stored: ColumnValues | null
      next: ColumnValues
      given: ColumnValues
    }>(sql`
      select v.row_no, to_jsonb(o) as stored, to_jsonb(n) as next, r.values as given
      from import_verdict v join import_row r using (import_id, row_no)
        left join ${table} o on o.${rowIdOf(resource)} = v.target_id
        cross join lateral jsonb_populate_record(o, r.values) n
      where v.import_id = ${importId} and v.action in ('new', 'changed') and v.row_no > ${last}
      order by v.row_no limit ${BATCH}`)
    const asked = rows.map(({ stored, next, given }) => ({
      // The values of owned tables are no columns of the table.
      whole: byField({ ...given, ...next }, names),
      values: byField(Object.fromEntries(Object.keys(given).map((name) => [name, next[name] ?? given[name]])), names),
      // Seam: a row of the table has the base columns.
      row: stored ? (byField(stored, names) as Row) : undefined,
    }))
    const wrong = (some: readonly Asked[]) => errorsOf(db, resource, some, actor)
    const found = await wrong(asked)
    const bad = rows.flatMap(({ row_no }, at) => {
      const one = asked[at]
      return one && Object.keys(found[at] ?? {}).length > 0 ? [{ row_no, one, at }] : []
    })
    // Refused rows are checked again in each language: the reader of the returned file may use another one.
    const again = () => (bad.length > 0 ? wrong(bad.map(({ one }) => one)) : Promise.resolve([]))
    const zh = await withLocale('zh-cn', again)
    const en = await withLocale('en', again)
    const refused = bad.map(({ row_no, at }, index) => ({
      row_no,
      errors: {
        'zh-cn': { ...found[at], ...zh[index] },
        en: { ...found[at], ...en[index] },
      } satisfies Said<FieldErrors>,
    }))
    if (refused.length > 0) {
      await db.execute(sql`
        update import_verdict v set action = 'refused', problem = 'rules', errors = wrong.errors
        from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as wrong (row_no int, errors jsonb)
        where v.import_id = ${importId} and v.row_no = wrong.row_no`)
    }
    const end = rows.at(-1)
    if (!end || rows.length < BATCH) return
    last = end.row_no
  }
}

type ColumnValues = Record<string, unknown>
type Asked = { whole: Record<string, unknown>; values: Record<string, unknown>; row: Row | undefined }

async function errorsOf(
  db: Classifying['db'],
  resource: Resource,
  asked: readonly Asked[],
  actor: Classifying['actor'],
): Promise<FieldErrors[]> {
  const own = await ownErrors(db, resource, asked, actor)
  const files: FieldErrors[] = []
  for (const { values, row } of asked) files.push(await rowFileErrors(db, resource, actor, values, row))
  return asked.map(({ whole }, at) => ({ ...crossErrors(resource.description, whole), ...files[at], ...own[at] }))
}

function hasRules({ description, check, checkRows }: Resource): boolean {
  const crosses = description.fields.some(
    (field) => (field.required && field.showWhen) || rangeEnd(field) !== undefined || addressesIn(field) !== undefined,
  )
  return crosses || (checkRows ?? check ?? false) !== false
}

async function ownErrors(
  db: Classifying['db'],
  { check, checkRows }: Resource,
  asked: readonly Asked[],
  actor: Classifying['actor'],
) {
  if (checkRows) return checkRows(db, asked, actor)
  if (checkRows === false) return []
  const errors: FieldErrors[] = []
  for (const { values, row } of asked) errors.push((await check?.(db, values, row, actor)) ?? {})
  return errors
}

/** Converts a row by column names to a row by field names. */
function byField(row: ColumnValues, names: ReadonlyMap<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [names.get(column) ?? column, value]))
}
