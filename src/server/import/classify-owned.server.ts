import { sql } from 'drizzle-orm'
import type { Field } from '#src/resource/description.ts'
import { relationTarget } from '#src/resource/field-traits.ts'
import { sameStored } from '../write/same-stored.ts'
import type { Classifying } from './classify-context.server.ts'
import { type FileRow, fileRows } from './row-values.server.ts'
import { uniqueIndexes } from './unique-keys.server.ts'

type Verdict = { row_no: number; changed: string[]; problem: string | null; fields: string[] | null }

/** Compares the fields of owned tables with the stored rows. The table's own columns are compared before. */
export async function compareOwned({ db, importId, resource, ownedFields, signal }: Classifying): Promise<void> {
  if (ownedFields.length === 0) return
  for await (const rows of fileRows(db, importId, resource, ['new', 'changed', 'unchanged'])) {
    signal.throwIfAborted()
    const verdicts = rows
      .map((row) => verdictOf(ownedFields, row))
      .filter(({ changed, problem }) => changed.length > 0 || problem)
    if (verdicts.length === 0) continue
    await db.execute(sql`
      update import_verdict v set
        action = case when told.problem is not null then 'refused' when v.action = 'new' then 'new' else 'changed' end,
        changed = case when v.action = 'new' then null else coalesce(v.changed, '{}') || array(select jsonb_array_elements_text(told.changed)) end,
        problem = told.problem,
        problem_fields = case when told.problem is not null then array(select jsonb_array_elements_text(told.fields)) end
      from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as told (row_no int, changed jsonb, problem text, fields jsonb)
      where v.import_id = ${importId} and v.row_no = told.row_no`)
  }
}

function verdictOf(fields: readonly Field[], { row, values, choices, stored }: FileRow): Verdict {
  // Only the stored value can decide which row an unclear name means.
  const unclear = fields.filter(({ name }) => name in choices && !choices[name]?.includes(stored?.[name]))
  const changed = stored
    ? fields.filter((field) => field.name in values && !isSame(field, stored[field.name], values[field.name]))
    : []
  const fixed = changed.filter((field) => field.addOnly)
  const names = (some: readonly Field[]) => some.map(({ name }) => name)
  if (unclear.length > 0) return { row_no: row, changed: names(changed), problem: 'ambiguous', fields: names(unclear) }
  if (fixed.length > 0) return { row_no: row, changed: names(changed), problem: 'addOnly', fields: names(fixed) }
  return { row_no: row, changed: names(changed), problem: null, fields: null }
}

/** A list of related rows is a set: another order of two levels is not a change. */
function isSame(field: Field, stored: unknown, value: unknown): boolean {
  const isSet = relationTarget(field)?.many
  return isSet ? sameStored(sorted(stored), sorted(value)) : sameStored(stored ?? null, value ?? null)
}

function sorted(list: unknown): unknown {
  return Array.isArray(list) ? list.map(Number).toSorted((one, other) => one - other) : list
}

/** Refuses rows that break a unique index over one column of a companion: by an earlier row, or by a stored one. */
export async function refuseTakenOwned({ db, importId, resource, ownedFields }: Classifying): Promise<void> {
  const mapped = new Set(ownedFields.map(({ name }) => name))
  for (const { kind, table, owner, columns } of resource.owns ?? []) {
    if (kind !== 'one') continue
    for (const index of await uniqueIndexes(db, { table })) {
      const [only = ''] = index.columns
      const field = Object.keys(columns).find((name) => resource.columnName(name) === only)
      if (index.columns.length !== 1 || field === undefined || !mapped.has(field)) continue
      const column = sql.identifier(only)
      await db.execute(sql`
        with given as (
          select v.row_no, v.target_id, r.values ->> ${only} as value, min(v.row_no) over (partition by r.values ->> ${only}) as first_row
          from import_verdict v join import_row r using (import_id, row_no)
          where v.import_id = ${importId} and v.action in ('new', 'changed') and r.values ->> ${only} is not null
        ), told as (
          select given.*, exists (select from ${table} where ${table}.${column}::text = given.value
            and ${owner} is distinct from given.target_id) as taken
          from given
        )
        update import_verdict v set action = 'refused', problem = case when t.first_row < v.row_no then 'duplicate' else 'taken' end,
          problem_row = case when t.first_row < v.row_no then t.first_row end, problem_fields = array[${field}::text]
        from told t where v.import_id = ${importId} and v.row_no = t.row_no and (t.first_row < v.row_no or t.taken)`)
    }
  }
}
