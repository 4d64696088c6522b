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

type Staged = { row_no: number; depth: number; target: number | null; isNew: boolean } & Record<
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
  for (let after = { depth: 0, row: 0 }; ; ) {
    const { rows } = await db.execute<Staged>(sql`
      select v.row_no, v.depth, v.target_id as target, v.action = 'new' as "isNew", r.values, r.choices
      from import_verdict v join import_row r using (import_id, row_no)
      where v.import_id = ${importId} and v.action = any (${sql.param([...actions])}::text[])
        and (v.depth, v.row_no) > (${after.depth}::int, ${after.row}::int)
      order by v.depth, v.row_no limit ${BATCH}`)
    const last = rows.at(-1)
    if (!last) return
    const ids = rows.flatMap(({ isNew, target }) => (isNew || target === null ? [] : [Number(target)]))
    const found = await selectRows(db, resource, anyOf(resource.columns.id, ids), undefined, BATCH)
    const stored = new Map(found.map((row) => [row.id, row]))
    yield rows.map(({ row_no, target, isNew, values, choices }) => ({
      row: row_no,
      target: Number(target),
      values: { ...(isNew && defaultsOf(resource)), ...byField(resource, values) },
      choices: byField(resource, choices) as FileRow['choices'],
      stored: isNew ? undefined : stored.get(Number(target)),
    }))
    after = { depth: last.depth, row: last.row_no }
  }
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
