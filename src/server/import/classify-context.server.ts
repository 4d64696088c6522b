import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Field } from '#src/resource/description.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import type { ImportPlan } from './plan.server.ts'

/** What classifying a file's rows needs. */
export type Classifying = {
  db: Db
  importId: number
  resource: Resource
  plan: ImportPlan
  actor: Actor
  /** The fields that columns of the file stand for, the row's own number left out. */
  mapped: readonly MappedField[]
  signal: AbortSignal
}

export type MappedField = { field: Field; column: string }

/** Whether a row of the file says something for a column. */
export function says(column: string): SQL {
  return sql`r.values ? ${column}`
}

/** The names of those fields whose condition holds, as an array. */
export function namesWhere(conditions: readonly (readonly [name: string, holds: SQL])[]): SQL {
  if (conditions.length === 0) return sql`'{}'::text[]`
  const parts = conditions.map(([name, holds]) => sql`case when ${holds} then ${name}::text end`)
  return sql`array_remove(array[${sql.join(parts, sql`, `)}], null)`
}
