import { sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import type { Actor } from '../access/actor.server.ts'
import { rowIdOf } from '../crud/id-column.server.ts'
import type { LineChange } from '../crud/import-writer.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import type { ImportRecord } from './import-store.server.ts'
import { rowWriter } from './value-words.server.ts'

type Place = { db: Database; actor: Actor; resource: Resource; file: Resource; record: ImportRecord; timeZone: string }
type LineRow = { line: number; field: string | null; before: ColumnValues | null; after: ColumnValues }
type ColumnValues = Record<string, unknown>

/**
 * What the lines of a file change, each with the values of its rows before and after. Undefined where a line is a row.
 * A value has the name of the column in the file that it comes from, because a row has no place in the file.
 */
export async function lineChanges(
  { db, actor, resource, file, record, timeZone }: Place,
  lines: readonly number[],
): Promise<Map<number, LineChange[]> | undefined> {
  if (resource.write?.file) return resource.write.file.changes(db, actor, record.id, lines)
  const own = resource.write?.import
  if (!own) return undefined
  const { rows } = await db.execute<LineRow>(sql`
    select u.line, u.field, to_jsonb(o) as before, coalesce(to_jsonb(o), '{}') || r.values as after
    from import_unfolded u
      join import_verdict v on v.import_id = ${-record.id} and v.row_no = u.place and v.action in ('new', 'changed')
      join import_row r on r.import_id = v.import_id and r.row_no = v.row_no
      left join ${resource.table} o on o.${rowIdOf(resource)} = v.target_id
    where u.import_id = ${record.id} and u.has_row and u.line = any (${sql.param([...lines])}::int[]) order by u.place`)
  const write = await rowWriter(
    db,
    resource,
    timeZone,
    rows.flatMap(({ before, after }) => (before ? [before, after] : [after])),
  )
  const shown = (own.shows ?? own.gives.filter((name) => !own.key.includes(name))).filter((name) =>
    resource.fields.has(name),
  )
  const changes = Map.groupBy(rows, ({ line }) => line)
  return new Map(
    [...changes].map(([line, ofLine]) => [
      line,
      ofLine.flatMap(({ field, before, after }) => {
        const column = field === null ? undefined : file.label(field)
        const different = shown.flatMap((name): LineChange[] => {
          const [old, now] = [before ? write(name, before) : '', write(name, after)]
          return old === now ? [] : [{ field: name, label: resource.label(name) ?? name, before: old, after: now }]
        })
        if (column === undefined) return different
        const isOnly = different.length === 1
        return different.map((one) => ({ ...one, label: isOnly ? column : `${column} · ${one.label}` }))
      }),
    ]),
  )
}
