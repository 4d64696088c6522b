import { and, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { compile, runStatement } from '#src/db/statement.server.ts'
import type { Labels } from '#src/resource/labels.ts'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import { relationValues } from '../crud/relation-check.server.ts'
import type { ListPlan, Resource, Row } from '../crud/resource.server.ts'
import { fileNames } from '../files/file-names.server.ts'
import { rowOf } from './list-plan.server.ts'

export type Where = { text: string; params: readonly unknown[] }

/** A condition as the text and parameters of a statement. Empty without a condition. */
export function whereOf(condition: SQL | undefined): Where {
  if (!condition) return { text: '', params: [] }
  const { text, params } = compile(condition)
  return { text: ` where (${text})`, params }
}

/** One row, if the actor may see it. @param lock prevents other transactions from changing it until this one ends */
export async function findRow(
  db: Db,
  resource: Resource,
  actor: Actor,
  id: number,
  lock = false,
): Promise<Row | undefined> {
  const where = and(scope(actor, resource.scope), sql`${resource.columns.id} = ${id}`)
  return (await selectRows(db, resource, where, undefined, 1, lock))[0]
}

/** Reads whole rows by a condition, for everything except lists. */
export async function selectRows(
  db: Db,
  resource: Resource,
  condition: SQL | undefined,
  order: SQL | undefined,
  limit: number,
  lock = false,
  plan: ListPlan = resource.rowPlan,
): Promise<Row[]> {
  const where = whereOf(condition)
  const params = [...where.params]
  const orderBy = order ? ` order by ${compile(order).text}` : ''
  const limitText = limit === 1 ? 'limit 1' : `limit $${params.push(limit)}`
  const rest = `${where.text}${orderBy} ${limitText}`
  const text = `select ${plan.columns} from ${plan.from}${rest}`
  // Other rows may still refer to the locked row. With the full lock, two moves in a tree would deadlock.
  const locking = `for no key update of ${plan.locked}`
  if (!lock) return (await runStatement(db, text, params)).map((line) => rowOf(plan, line))
  if (plan.from === plan.table)
    return (await runStatement(db, `${text} ${locking}`, params)).map((line) => rowOf(plan, line))
  // PostgreSQL does not lock through a subquery with joined tables. The rows are read again after they are locked.
  const { id } = resource.columns
  const idText = compile(sql`${id}`).text
  const ids = `select ${idText} from ${plan.from}${rest}`
  const held = `select ${idText} from ${plan.table} where ${idText} in (${ids}) order by ${idText} ${locking}`
  const locked = (await runStatement(db, held, params)).map(([one]) => Number(one))
  return locked.length === 0 ? [] : selectRows(db, resource, and(condition, anyOf(id, locked)), order, limit)
}

/** The labels of the relation values in these rows, except for the fields in `known`, and the names of their files. */
export async function labelsOf(
  db: Db,
  resource: Resource,
  rows: readonly Row[],
  known: readonly string[] = [],
): Promise<Labels> {
  const wanted = Object.entries(resource.relations ?? {}).filter(([field]) => !known.includes(field))
  const labels = wanted.map(async ([field, relation]) => {
    const ids = [...new Set(rows.flatMap((row) => relationValues(field, row)))]
    return [field, ids.length > 0 ? await relation.labels(db, ids) : {}] as const
  })
  const [files, ...others] = await Promise.all([fileNames(db, resource, rows), ...labels])
  return { ...files, ...Object.fromEntries(others) }
}
