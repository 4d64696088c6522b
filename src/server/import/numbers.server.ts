import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { generateNKeysBetween } from 'fractional-indexing'
import type { Db } from '#src/db/client.server.ts'
import { quotedTable } from '#src/db/statement.server.ts'
import { idColumnOf } from '../crud/id-column.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { pgErrorOf } from '../write/db-errors.server.ts'
import { lockOrder } from '../write/order-lock.server.ts'

type Place = { tx: Db; importId: number; resource: Resource }

/** Maximum parents whose orders are locked one by one. With more, the whole table is locked against other writers. */
const MOST_LOCKS = 200
const BATCH = 2_000

/** Gives new rows their ids in the order in which they are written. The rows below them can then refer to them. */
export async function giveNumbers({ tx, importId, resource }: Place): Promise<void> {
  const column = await idColumnOf(tx, resource.tableName)
  const sequence = sequenceOf(resource, column)
  await tx.execute(sql`
    update import_verdict v set target_id = given.id from (
      select row_no, coalesce(nextval(${sequence}), given) as id from (
        select row_no, (r.values ->> ${column}::text)::bigint as given from import_verdict join import_row r using (import_id, row_no)
        where import_id = ${importId} and action = 'new' order by depth, row_no
      ) as ordered
    ) as given
    where v.import_id = ${importId} and v.row_no = given.row_no`)
}

/** The sequence of a column; null where the rows of the file bring their own numbers. */
function sequenceOf({ tableName }: Resource, column: string): SQL {
  return sql`pg_get_serial_sequence(${quotedTable(tableName)}, ${column}::text)`
}

/**
 * The same for rows that users sort by hand. They go to the end below their parents, in the order of the file. One
 * statement sets id and place, because each statement rewrites every row of the import.
 */
export async function giveOrder({ tx, importId, resource }: Place): Promise<void> {
  const isTree = resource.description.tree === true
  // A parent that is new gets its id only later, and has no children yet.
  const parent = isTree ? sql`coalesce(p.target_id, (r.values ->> 'pid')::bigint)` : sql`null::bigint`
  const newParent = isTree ? sql`case when p.action = 'new' then p.row_no end` : sql`null::int`
  const moves = isTree ? sql`or (v.action = 'changed' and 'pid' = any (v.changed))` : sql``
  const wanted = sql`
    from import_verdict v join import_row r using (import_id, row_no)
      left join import_verdict p on p.import_id = v.import_id and p.row_no = v.parent_row
    where v.import_id = ${importId} and (v.action = 'new' ${moves})`
  const { rows: parents } = await tx.execute<{ parent: number | null }>(
    sql`select distinct ${parent} as parent ${wanted} and ${newParent} is null`,
  )
  const known = parents.map((row) => (row.parent === null ? null : Number(row.parent)))
  await lockOrders({ tx, importId, resource }, known)
  const ends = await lastKeys(tx, resource, isTree, known)
  // The last place below each parent. Only these places and one batch of rows are in memory.
  const last = new Map([...ends].map(([parent, key]) => [String(parent), key]))
  await tx.execute(sql`
    declare rows_to_place no scroll cursor for
    select v.row_no, ${parent} as parent, ${newParent} as new_parent ${wanted} order by v.depth, v.row_no`)
  for (;;) {
    const { rows } = await tx.execute<RowToPlace>(sql.raw(`fetch ${BATCH} from rows_to_place`))
    if (rows.length === 0) break
    await givePlaces({ tx, importId, resource }, rows, last)
  }
  await tx.execute(sql`close rows_to_place`)
}

type RowToPlace = { row_no: number; parent: number | null; new_parent: number | null }

async function givePlaces({ tx, importId, resource }: Place, rows: RowToPlace[], last: Map<string, string | null>) {
  const families = Map.groupBy(rows, (row) => (row.new_parent === null ? `${row.parent}` : `new ${row.new_parent}`))
  const keys = new Map<number, string>()
  for (const [family, children] of families) {
    const made = generateNKeysBetween(last.get(family) ?? null, null, children.length)
    for (const [at, child] of children.entries()) keys.set(child.row_no, made[at] ?? '')
    last.set(family, made.at(-1) ?? null)
  }
  const numbers = rows.map((row) => row.row_no)
  const sequence = sequenceOf(resource, await idColumnOf(tx, resource.tableName))
  await tx.execute(sql`
    update import_verdict v set sort_key = given.key, target_id = case when v.action = 'new' then given.id else v.target_id end
    from (
      select row_no, key, nextval(${sequence}) as id
      from unnest(${sql.param(numbers)}::int[], ${sql.param(numbers.map((row) => keys.get(row)))}::text[]) as given (row_no, key)
    ) given
    where v.import_id = ${importId} and v.row_no = given.row_no`)
}

/** Takes the same locks as adding or sorting one row, so that no two rows get the same place. */
async function lockOrders({ tx, resource }: Place, parents: readonly (number | null)[]): Promise<void> {
  if (parents.length > MOST_LOCKS) {
    await lockInTurns(tx, sql`lock table ${resource.table} in share row exclusive mode`)
    return
  }
  await lockOrder(tx, resource.description, parents)
}

/** Turns of waiting for the table, their length, and the pause between two of them, in milliseconds. */
const TURNS = 120
const TURN_MS = 500
const PAUSE_MS = 250

/**
 * Locks a table. As long as this waits, every other writer waits behind it. So it waits only for a moment, lets the
 * others go on, and tries again.
 */
async function lockInTurns(tx: Db, lock: SQL): Promise<void> {
  const { rows } = await tx.execute<{ limit: string }>(sql`select current_setting('lock_timeout') as limit`)
  const limit = (text: string) => tx.execute(sql`select set_config('lock_timeout', ${text}, true)`)
  for (let turn = 1; ; turn += 1) {
    await tx.execute(sql`savepoint turn`)
    try {
      await limit(String(TURN_MS))
      await tx.execute(lock)
      await limit(rows[0]?.limit ?? '0')
      await tx.execute(sql`release savepoint turn`)
      return
    } catch (error) {
      if (pgErrorOf(error)?.code !== '55P03' || turn >= TURNS) throw error
      await tx.execute(sql`rollback to savepoint turn`)
      await tx.execute(sql`release savepoint turn`)
      await sleep(PAUSE_MS)
    }
  }
}

async function lastKeys(tx: Db, { table }: Resource, isTree: boolean, parents: readonly (number | null)[]) {
  if (!isTree) {
    const { rows } = await tx.execute<{ key: string | null }>(sql`select max(sort_key) as key from ${table}`)
    return new Map<number | null, string | null>([[null, rows[0]?.key ?? null]])
  }
  const ids = parents.filter((parent) => parent !== null)
  const { rows } = await tx.execute<{ pid: number | null; key: string }>(sql`
    select pid, max(sort_key) as key from ${table}
    where pid = any (${sql.param(ids)}::bigint[]) ${parents.includes(null) ? sql`or pid is null` : sql``} group by pid`)
  return new Map<number | null, string | null>(rows.map((row) => [row.pid === null ? null : Number(row.pid), row.key]))
}
