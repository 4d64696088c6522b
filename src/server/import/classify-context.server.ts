import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Field } from '#src/resource/description.ts'
import { ID } from '#src/resource/importable.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import type { ImportPlan } from './plan.server.ts'

/** The input for classifying the rows of a file. */
export type Classifying = {
  db: Db
  importId: number
  resource: Resource
  plan: ImportPlan
  actor: Actor
  /** The fields of the table itself that columns of the file are mapped to, without the id. */
  mapped: readonly MappedField[]
  /** The mapped fields that owned tables hold. */
  ownedFields: readonly Field[]
  signal: AbortSignal
}

export type MappedField = { field: Field; column: string }

/** The fields of the table itself that a plan maps columns to, without the id. */
export function mappedFields(resource: Resource, plan: ImportPlan): MappedField[] {
  const fields = resource.importable
  return plan.mapping.flatMap((name) => {
    const field = name === null || name === ID ? undefined : fields.get(name)
    return field && resource.columnNames.has(field.name) ? { field, column: resource.columnName(field.name) } : []
  })
}

/** The fields of owned tables that a plan maps columns to. */
export function mappedOwned({ importable, columnNames }: Resource, plan: ImportPlan): Field[] {
  return plan.mapping.flatMap((name) => (name === null || columnNames.has(name) ? [] : (importable.get(name) ?? [])))
}

/** Whether a row of the file has a value for a column. */
export function hasValueFor(column: string): SQL {
  return sql`r.values ? ${column}`
}

/** An SQL array with the names of the fields whose condition holds. */
export function namesWhere(conditions: readonly (readonly [name: string, holds: SQL])[]): SQL {
  if (conditions.length === 0) return sql`'{}'::text[]`
  const parts = conditions.map(([name, holds]) => sql`case when ${holds} then ${name}::text end`)
  return sql`array_remove(array[${sql.join(parts, sql`, `)}], null)`
}
