import { sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { staticDefault } from '#src/resource/importable.ts'
import type { Resource, Row } from '../crud/resource.server.ts'
import { selectRows } from '../list/rows.server.ts'

/** A row of a file that is written: its values by field, and the stored row that it changes. */
export type FileRow = {
  row: number
  /** The id of the stored row, or the one that a new row is to get. */
  target: number
  values: Record<string, unknown>
  /** By field: the ids that an unclear name may mean. */
  choices: Record<string, readonly unknown[]>
  /** Undefined for a new row. */
  stored: Row | undefined
}

type Staged = { row_no: number; target: number | null; isNew: boolean } & Record<
  'values' | 'choices',
  Record<string, unknown> | null
>

const BATCH = 500

/** The rows with these actions in the order in which they are written, in batches. Their values are as in a form. */
export async function* fileRows(
  db: Db,
  importId: number,
  resource: Resource,
  actions: readonly ('new' | 'changed' | 'unchanged')[],
): AsyncGenerator<FileRow[]> {
  for (const batch of chunked(await placesOf(db, importId, actions), BATCH)) {
    const { rows } = await db.execute<Staged>(sql`
      select v.row_no, v.target_id as target, v.action = 'new' as "isNew", r.values, r.choices
      from import_verdict v join import_row r using (import_id, row_no)
      where v.import_id = ${importId} and v.row_no = any (${sql.param(batch)}::int[])
      order by v.depth, v.row_no`)
    const ids = rows.flatMap(({ isNew, target }) => (isNew || target === null ? [] : [Number(target)]))
    const isStored = anyOf(resource.columns.id, ids)
    const found = ids.length > 0 ? await selectRows(db, resource, isStored, undefined, BATCH) : []
    const stored = new Map(found.map((row) => [row.id, row]))
    yield rows.map(({ row_no, target, isNew, values, choices }) => ({
      row: row_no,
      target: Number(target),
      values: { ...(isNew && defaultsOf(resource)), ...byField(resource, values) },
      choices: byField(resource, choices) as FileRow['choices'],
      stored: isNew ? undefined : stored.get(Number(target)),
    }))
  }
}

/** The numbers of these rows in the order in which they are written: looking them up costs the same for each batch. */
async function placesOf(db: Db, importId: number, actions: readonly string[]): Promise<number[]> {
  const { rows } = await db.execute<{ places: number[] | null }>(sql`
    select array_agg(row_no order by depth, row_no) as places from import_verdict
    where import_id = ${importId} and action = any (${sql.param([...actions])}::text[])`)
  return rows[0]?.places ?? []
}

function* chunked<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}

function byField(
  { importable, columnName }: Resource,
  values: Record<string, unknown> | null,
): Record<string, unknown> {
  const given = values ?? {}
  return Object.fromEntries(
    [...importable.keys()].flatMap((name) => {
      const column = columnName(name)
      return Object.hasOwn(given, column) ? [[name, given[column]]] : []
    }),
  )
}

/** The values that a new row has where the file has none. */
function defaultsOf({ importable }: Resource): Record<string, unknown> {
  return Object.fromEntries(
    [...importable.values()].flatMap((field) => {
      const value = staticDefault(field)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )
}
