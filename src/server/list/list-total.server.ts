import type { Db } from '#src/db/client.server.ts'
import { runStatement } from '#src/db/statement.server.ts'
import { sharedFor } from '../cache/shared-for.server.ts'
import { tableEpoch } from '../cache/table-cache.server.ts'

/**
 * Maximum number of rows that are counted. Above it, the planner's estimate is good enough for users and costs nothing.
 */
const COUNTED = 10_000

/** Milliseconds for which a total is kept. Another process may have changed the table since. */
const KEPT_MS = 2_000

/** `totalKept`: the total is that of an earlier request, from at most two seconds before. */
export type Total = { total: number; totalEstimated?: true; totalKept?: true }

/** The rows to count: a quoted table, and a condition that includes the scope of the actor. */
type Searched = { from: string; where: string; params: readonly unknown[]; anew?: boolean }

const kept = sharedFor<Total>(KEPT_MS)

/**
 * The total of a search: exact up to `COUNTED` rows, above it the planner's estimate. Requests with the same condition
 * and scope share it until this process writes to the table, or for two seconds.
 * @param tableName the table whose writes end the sharing
 */
export async function totalOf(db: Db, tableName: string, searched: Searched): Promise<Total> {
  const epoch = tableEpoch(db, tableName)
  // A transaction sees rows that nobody else sees.
  if (epoch === undefined) return countedTotal(db, searched)
  const key = JSON.stringify([epoch, searched.from, searched.where, searched.params])
  const { value, shared } = await kept(key, () => countedTotal(db, searched))
  return shared ? { ...value, totalKept: true } : value
}

async function countedTotal(db: Db, searched: Searched): Promise<Total> {
  const { from, where, params, anew } = searched
  const text = `select count(*) from (select from ${from}${where} limit ${COUNTED + 1}) counted`
  const [line] = await runStatement(db, text, params, anew)
  const counted = Number(line?.[0] ?? 0)
  return counted <= COUNTED
    ? { total: counted }
    : { total: await estimate(db, searched, counted), totalEstimated: true }
}

/** The planner's estimate, which follows the statistics of the table. It is never below what was counted. */
async function estimate(db: Db, { from, where, params, anew }: Searched, counted: number): Promise<number> {
  const [line] = await runStatement(db, `explain (format json) select from ${from}${where}`, params, anew)
  const plan: [{ Plan: { 'Plan Rows': number } }] = JSON.parse(line?.[0] ?? '[{"Plan":{"Plan Rows":0}}]')
  return Math.max(counted, Math.round(plan[0].Plan['Plan Rows']))
}

/** Counts every row, even when it takes long. */
export async function exactTotal(db: Db, { from, where, params, anew }: Searched): Promise<Total> {
  const [line] = await runStatement(db, `select count(*) from ${from}${where}`, params, anew)
  return { total: Number(line?.[0] ?? 0) }
}
