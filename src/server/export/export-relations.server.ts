import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Relation } from '../crud/resource.server.ts'
import type { ExportContext } from './export-columns.server.ts'
import { isArray, listText, named, namedEach } from './export-lists.server.ts'

/**
 * The names of related rows, by the relation's own expression or from the list of all names. The database looks names
 * up as it reads the rows, so that a file with any number of them takes no more memory.
 */
export async function relationText({ db, resource }: ExportContext, name: string, column: PgColumn): Promise<SQL> {
  const relation: Relation | undefined = resource.relations?.[name]
  if (relation?.labelOf) return sql`case when ${column} is not null then ${relation.labelOf(column)} end`
  if (relation?.all) return named(column, await relation.all(db))
  if (relation?.eachLabelOf && isArray(column)) return namedEach(column, relation.eachLabelOf)
  return listText(column)
}
