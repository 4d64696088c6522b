import { columnName, columnNameOf } from './column-name.server.ts'
import type { Resource } from './resource.server.ts'

/** The columns with the version of each row, and with who made and changed it, and when. */
export const STAMPED = ['version', 'create_by', 'create_time', 'update_by', 'update_time'] as const

/** The name of such a column in a table of other programs that use one of these names for something else. */
export function apartName(name: string): string {
  return `yardstick_${name}`
}

/** Whether a table with these columns has all of them under names that nobody else uses. */
export function hasApart(columns: Pick<ReadonlySet<string>, 'has'>): boolean {
  return columns.has(apartName('version'))
}

/** The names of these columns in a table. */
export function stampedIn(columns: Pick<ReadonlySet<string>, 'has'>): string[] {
  return hasApart(columns) ? STAMPED.map(apartName) : [...STAMPED]
}

/** The name of one of them in the table of a resource. */
export function stampedName(
  { columns }: Pick<Resource, 'columns'>,
  field: 'version' | 'createBy' | 'createTime' | 'updateBy' | 'updateTime',
): string {
  const column = columns[field]
  return column ? columnName(column) : columnNameOf(field)
}
