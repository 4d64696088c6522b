import { getTableName } from 'drizzle-orm'
import type { Field } from '#src/resource/description.ts'
import { addressesIn } from '#src/resource/field-traits.ts'
import { columnName } from '../crud/column-name.server.ts'
import type { Resource } from '../crud/resource.server.ts'

/** A column that may hold addresses of files, and the field that it belongs to. */
export type FileColumn = {
  field: Field
  table: string
  column: string
  /** The column with the id of the resource's row. */
  id: string
}

/** The columns of a resource that may hold addresses of files: in its own table, and in its companions. */
export function fileColumns(resource: Resource): FileColumn[] {
  return [...resource.fields.values()].flatMap((field): FileColumn[] => {
    if (!addressesIn(field)) return []
    const own = resource.columnNames.get(field.name)
    const owner = resource.owns?.find(({ kind, columns }) => kind === 'one' && Object.hasOwn(columns, field.name))
    const elsewhere = owner?.columns[field.name]
    if (owner && elsewhere)
      return [{ field, table: getTableName(owner.table), column: columnName(elsewhere), id: columnName(owner.owner) }]
    return own && !resource.computed?.[field.name]
      ? [{ field, table: resource.tableName, column: own, id: columnName(resource.columns.id) }]
      : []
  })
}
