import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { typeOf } from '#src/resource/field-types.ts'
import type { Labels } from '#src/resource/labels.ts'
import type { Resource, Row } from '../crud/resource.server.ts'
import { fileColumns } from './file-columns.server.ts'

/**
 * The names that their senders gave the files in these rows, by field and address. Whoever reads the field may read the
 * file, so its name is no secret.
 */
export async function fileNames(db: Db, resource: Resource, rows: readonly Row[]): Promise<Labels> {
  const fields = new Map(
    fileColumns(resource)
      .filter(({ field }) => typeOf(field).addresses === 'value')
      .map(({ column, field }) => [column, field.name]),
  )
  const ids = rows.filter((row) => [...fields.values()].some((name) => isFilled(row[name]))).map(({ id }) => id)
  if (ids.length === 0) return {}
  const { rows: found } = await db.execute<{ field: string; url: string; name: string }>(sql`
    select distinct u.field, u.url, a.name from file_use u join attachment a on a.id = u.attachment_id
    where u.table_name = ${resource.tableName} and u.row_id = any (${sql.param(ids)}::bigint[])
      and u.field = any (${sql.param([...fields.keys()])}::text[])`)
  const labels: Labels = {}
  for (const { field, url, name } of found) {
    const of = fields.get(field)
    if (of === undefined) continue
    labels[of] ??= {}
    labels[of][url] = name
  }
  return labels
}

const isFilled = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== ''
