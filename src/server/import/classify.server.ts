import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Field } from '#src/resource/description.ts'
import { ID, importFields } from '#src/resource/importable.ts'
import type { Actor } from '../access/actor.server.ts'
import type { ServerResource } from '../crud/resource.server.ts'
import { compareRows, tellMissing } from './classify-compare.server.ts'
import { matchRows } from './classify-match.server.ts'
import { checkRules } from './classify-rules.server.ts'
import { placeRows, refuseBelow } from './classify-tree.server.ts'
import { refuseTaken } from './classify-unique.server.ts'
import { columnName } from './column-names.server.ts'
import { columnOf } from './import-fields.server.ts'
import type { ImportPlan } from './plan.server.ts'

/** What the judging of a file's rows works with. */
export type Classifying = {
  db: Db
  importId: number
  resource: ServerResource
  plan: ImportPlan
  actor: Actor
  /** The fields that columns of the file stand for, the row's own number left out. */
  mapped: readonly MappedField[]
  signal: AbortSignal
}

export type MappedField = { field: Field; column: string }

export type Counts = Record<'new' | 'changed' | 'unchanged' | 'skipped' | 'refused', number>

/**
 * Decides what is to become of each stored row, set by set in the database. The same statements answer a check, which
 * writes nothing, and the import itself, inside its transaction.
 * @param lock keep others from changing the rows that are going to be changed
 */
export async function classifyRows(given: Omit<Classifying, 'mapped'>, lock: boolean): Promise<Counts> {
  const classifying: Classifying = { ...given, mapped: mappedFields(given.resource, given.plan) }
  const { db, importId, resource, signal } = classifying
  await db.execute(sql`delete from import_verdict where import_id = ${importId}`)
  await matchRows(classifying)
  await db.execute(sql`analyze import_verdict`)
  if (lock) await lockRows(classifying)
  signal.throwIfAborted()
  if (resource.description.tree) await placeRows(classifying)
  await compareRows(classifying)
  await tellMissing(classifying)
  signal.throwIfAborted()
  await refuseTaken(classifying)
  await checkRules(classifying)
  if (resource.description.tree) await refuseBelow(classifying)
  return countRows(db, importId)
}

function mappedFields(resource: ServerResource, plan: ImportPlan): MappedField[] {
  const fields = new Map(importFields(resource.description).map((field) => [field.name, field]))
  return plan.mapping.flatMap((name) => {
    const field = name === null || name === ID ? undefined : fields.get(name)
    return field ? { field, column: columnName(columnOf(resource, field.name)) } : []
  })
}

/** In the order of their numbers, so that two imports never wait for each other crosswise. */
async function lockRows({ db, importId, resource }: Classifying): Promise<void> {
  const { table } = resource
  await db.execute(sql`
    select count(*) from (
      select 1 from ${table} where id in (select target_id from import_verdict where import_id = ${importId} and action = 'changed')
      order by id for update
    ) as held`)
}

async function countRows(db: Db, importId: number): Promise<Counts> {
  const { rows } = await db.execute<{ action: keyof Counts; count: number }>(
    sql`select action, count(*)::int as count from import_verdict where import_id = ${importId} group by action`,
  )
  const counts: Counts = { new: 0, changed: 0, unchanged: 0, skipped: 0, refused: 0 }
  for (const { action, count } of rows) counts[action] = count
  return counts
}

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
