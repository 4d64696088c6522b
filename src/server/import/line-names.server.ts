import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { type RowsPlace, rowsPlace } from './lines.server.ts'
import type { DriftedRow } from './seen.server.ts'

/** Names drifted rows by the lines of the file that they come from, each line once. */
export async function namedByLine(
  db: Db,
  place: RowsPlace & { file: Resource },
  drifted: readonly DriftedRow[],
): Promise<DriftedRow[]> {
  const { importId, file } = place
  if (rowsPlace(place).importId === importId) return [...drifted]
  const { rows } = await db.execute<{ place: number; line: number; title: string }>(sql`
    select u.place, u.line, coalesce(l.values ->> ${file.description.rowTitle}::text, '') as title
    from import_unfolded u join import_row l on l.import_id = u.import_id and l.row_no = u.line
    where u.import_id = ${importId} and u.place = any (${sql.param(drifted.map(({ row }) => row))}::int[])`)
  const lines = new Map(rows.map((one) => [one.place, one]))
  const named = drifted.flatMap((one): DriftedRow[] => {
    const from = lines.get(one.row)
    return from ? [{ ...one, row: from.line, title: from.title }] : []
  })
  return [...new Map(named.toReversed().map((one) => [one.row, one])).values()].toReversed()
}
