import type { Db } from '#src/db/client.server.ts'
import { runStatement } from '#src/db/statement.server.ts'

/**
 * Maximum number of rows that are counted. Above it, the planner's estimate is good enough for users and costs nothing.
 */
export const COUNTED = 10_000

export type Total = { total: number; totalEstimated?: true }

/** A subquery that counts rows and stops early. */
export function countText(from: string, where: string): string {
  return `(select count(*) from (select from ${from}${where} limit ${COUNTED + 1}) counted)`
}

/** The total for a count that may have stopped early. Then it is the planner's estimate. */
export async function totalOf(
  db: Db,
  counted: number,
  { from, where, params }: { from: string; where: string; params: readonly unknown[] },
): Promise<Total> {
  if (counted <= COUNTED) return { total: counted }
  const [line] = await runStatement(db, `explain (format json) select from ${from}${where}`, params)
  const plan: [{ Plan: { 'Plan Rows': number } }] = JSON.parse(line?.[0] ?? '[{"Plan":{"Plan Rows":0}}]')
  return { total: Math.max(counted, Math.round(plan[0].Plan['Plan Rows'])), totalEstimated: true }
}

/** Counts every row, even when it takes long. */
export async function exactTotal(
  db: Db,
  { from, where, params }: { from: string; where: string; params: readonly unknown[] },
): Promise<Total> {
  const [line] = await runStatement(db, `select count(*) from ${from}${where}`, params)
  return { total: Number(line?.[0] ?? 0) }
}
