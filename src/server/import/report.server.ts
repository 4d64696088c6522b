import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database, Db } from '#src/db/client.server.ts'
import { exactOrNull, exactRow } from '#src/lib/exact-json.ts'
import type { Actor } from '../access/actor.server.ts'
import { readConfig } from '../config.server.ts'
import { rowIdOf } from '../crud/id-column.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { countsSchema, type ImportRecord } from './import-store.server.ts'
import { lineChanges } from './line-changes.server.ts'
import { planSchema } from './plan.server.ts'
import { type Problem, problemErrors } from './problems.server.ts'
import { isTakenBack } from './undo-import.server.ts'
import { rowWriter, withOwned } from './value-words.server.ts'
import { type Warning, warningCountsSchema, warningKinds, warningText } from './warnings.server.ts'

export const reportSchema = v.object({
  id: v.number(),
  fileName: v.string(),
  checked: v.nullable(countsSchema),
  applied: v.nullable(countsSchema),
  warnings: v.nullable(warningCountsSchema),
  applyTime: v.nullable(v.string()),
  changeSetId: v.nullable(v.number()),
  undone: v.boolean(),
  /** The plan of the last check or import. */
  plan: v.nullable(planSchema),
  /** Whether the file still exists, so that it can be marked and returned. */
  kept: v.boolean(),
})

export type ImportReport = v.InferOutput<typeof reportSchema>

/** The current state and results of an import. */
export async function importReport(db: Db, record: ImportRecord): Promise<ImportReport> {
  const { id, fileName, checked, applied, warnings, applyTime, changeSetId, plan, storedAs } = record
  const undone = await isTakenBack(db, record)
  return { id, fileName, checked, applied, warnings, applyTime, changeSetId, undone, plan, kept: storedAs !== '' }
}

export const reportRowsSchema = v.object({
  list: v.array(
    v.object({
      row: v.number(),
      title: v.string(),
      /** Messages by field. The empty name means the whole row. */
      errors: v.array(v.object({ field: v.string(), label: v.string(), text: v.string(), shown: v.string() })),
      /** What a person should look at before the row is written. */
      warnings: v.array(
        v.object({ kind: v.picklist(warningKinds), field: v.string(), label: v.string(), text: v.string() }),
      ),
      /** For a row that will change: each field's value before and after. For a new row: each of its values. */
      changes: v.array(v.object({ field: v.string(), label: v.string(), before: v.string(), after: v.string() })),
    }),
  ),
  more: v.boolean(),
})

export type ReportRows = v.InferOutput<typeof reportRowsSchema>

type ColumnValues = Record<string, unknown>
type VerdictRow = Problem & {
  row_no: number
  changed: string[] | null
  warnings: Warning[] | null
  before: ColumnValues | null
  after: ColumnValues
}

/** Rows of a check that have one action. */
export async function reportRows(
  { db, actor, resource: rows, file: resource }: { db: Database; actor: Actor; resource: Resource; file: Resource },
  record: ImportRecord,
  { action, kind, after, limit }: { action: string; kind?: string | undefined; after: number; limit: number },
): Promise<ReportRows> {
  const { table, description } = resource
  const stored = rows.write?.file ? sql`(select null::bigint as ${rowIdOf(resource)} where false)` : table
  const chosen =
    action === 'warned'
      ? sql`v.action in ('new', 'changed') and v.warnings @> ${JSON.stringify(kind ? [{ kind }] : [])}::jsonb`
      : sql`v.action = ${action}`
  const { rows: found } = await db.execute<
    Omit<VerdictRow, 'before' | 'after'> & { before: string | null; after: string }
  >(sql`
    select v.row_no, v.changed, v.warnings, v.problem, v.problem_row, v.problem_fields, v.errors as rule_errors, r.errors as cell_errors,
      r.parent, r.unclear, to_jsonb(o)::text as before, (coalesce(to_jsonb(o), '{}'::jsonb) || r.values)::text as after
    from import_verdict v join import_row r using (import_id, row_no) left join ${stored} o on o.${rowIdOf(resource)} = v.target_id
    where v.import_id = ${record.id} and ${chosen} and v.row_no > ${after}
    order by v.row_no limit ${limit + 1}`)
  const read = found
    .slice(0, limit)
    .map((row) => ({ ...row, before: exactOrNull(row.before), after: exactRow(row.after) }))
  const shown = await withOwned(db, resource, read)
  const { timeZone } = await readConfig(db, ['timeZone'])
  const all = shown.flatMap(({ before, after }) => (before ? [before, after] : [after]))
  const write = await rowWriter(db, resource, timeZone, all)
  const ofLines = await lineChanges(
    { db, actor, resource: rows, file: resource, record, timeZone },
    shown.map(({ row_no }) => row_no),
  )
  const mapped = (record.plan?.mapping ?? []).filter((name) => name !== null)
  const textOf = (field: string, row: VerdictRow) =>
    field === 'pid' && row.parent ? row.parent : write(field, row.after)
  /** A value that was read in a way of its own, as people know it: a flag as its word. */
  const seenText = (field: string, row: VerdictRow) => {
    const text = write(field, row.after)
    return (text !== '' && resource.readers?.[field]?.shown?.(text)) || text
  }
  /** The fields that a row changes. A new row changes all that have a value. */
  const changedBy = (row: VerdictRow) =>
    row.changed ?? (action === 'new' ? mapped.filter((field) => textOf(field, row) !== '') : [])
  /** A row without a name is called by its first values. */
  const titleOf = (row: VerdictRow) =>
    textOf(description.rowTitle, row).trim() ||
    mapped
      .map((field) => textOf(field, row))
      .filter((text) => text !== '')
      .slice(0, 2)
      .join(' · ')
  return {
    list: shown.map((row) => ({
      row: row.row_no,
      title: titleOf(row),
      errors: Object.entries(problemErrors(row, resource, record.plan)).map(([field, text]) => ({
        field,
        label: resource.label(field) ?? '',
        text,
        shown:
          row.cell_errors?.[field]?.[1] ??
          row.unclear?.[field]?.[0] ??
          (field === 'pid' && row.parent ? row.parent : field ? seenText(field, row) : ''),
      })),
      warnings: (row.warnings ?? []).map((warning) => ({
        kind: warning.kind,
        field: warning.field,
        label: resource.label(warning.field) ?? '',
        text: warningText(warning),
      })),
      changes:
        ofLines?.get(row.row_no) ??
        changedBy(row).map((field) => ({
          field,
          label: resource.label(field) ?? field,
          before: row.before ? write(field, row.before) : '',
          after: textOf(field, row),
        })),
    })),
    more: found.length > limit,
  }
}
