import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Description } from '#src/resource/description.ts'

/** What stands in an order: the rows of a resource, in a tree below one parent. */
type Ordered = Pick<Description, 'key' | 'tree'>

/**
 * Lets adding and sorting below the same parents run one after the other until the transaction ends, so that no two
 * rows get the same place.
 */
export async function lockOrder(tx: Db, { key, tree }: Ordered, parents: readonly unknown[]): Promise<void> {
  // All take their locks in the same order, so that nobody waits for each other.
  const names = parents.map((parent) => `order:${key}:${tree ? (parent ?? '') : ''}`).sort()
  for (const name of names) await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${name}))`)
}

/**
 * Lets moves in a tree run one after the other until the transaction ends. The trigger of the table takes the same
 * lock, but its row is locked against references by then: two rows that move below each other would wait for each
 * other. Whoever takes `lockOrder` too takes it first.
 */
export async function lockMoves(tx: Db, table: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`tree:${table}`}))`)
}
