import { and, eq, type SQL } from 'drizzle-orm'
import type { ResourceColumns, ResourceDefinition } from './resource.server.ts'

type Limited = Pick<ResourceDefinition, 'only' | 'description'> & { columns: ResourceColumns }

/** The condition for the rows that a resource has of its table. Undefined when it has all of them. */
export function onlyRows({ only = {}, description, columns }: Limited): SQL | undefined {
  const conditions = Object.entries(only).map(([field, value]) => {
    const column = columns[field]
    if (!column) throw new Error(`${description.key}: no column ${field}`)
    return eq(column, value)
  })
  return and(...conditions)
}
