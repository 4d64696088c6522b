import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tokenFamily } from '#src/db/session.table.server.ts'

/** The valid sign-ins of an account, the last used first. */
export async function sessionsOf(db: Db, accountId: number, currentFamily: number) {
  const { id, client, createTime, lastUseTime, expireTime, ip, userAgent, keep } = tokenFamily
  return db
    .select({
      id,
      client,
      createTime,
      lastUseTime,
      expireTime,
      ip,
      userAgent,
      keep,
      current: sql<boolean>`${id} = ${currentFamily}`,
    })
    .from(tokenFamily)
    .where(live(accountId))
    .orderBy(desc(lastUseTime), desc(id))
}

export type SessionRow = Awaited<ReturnType<typeof sessionsOf>>[number]

/** Ends these sign-ins of the account, all or none. Returns the count, or undefined when one of them does not exist. */
export async function endSessions(tx: Db, accountId: number, ids: readonly number[]): Promise<number | undefined> {
  const wanted = [...new Set(ids)]
  // Locks the rows in one order, so that two requests for the same rows do not deadlock.
  const found = await tx
    .select({ id: tokenFamily.id })
    .from(tokenFamily)
    .where(and(live(accountId), inArray(tokenFamily.id, wanted)))
    .orderBy(tokenFamily.id)
    .for('update')
  if (found.length < wanted.length) return undefined
  await tx.delete(tokenFamily).where(inArray(tokenFamily.id, wanted))
  return wanted.length
}

/** Ends every sign-in of the account except one. Returns the count. */
export async function endOtherSessions(tx: Db, accountId: number, exceptFamily: number): Promise<number> {
  const ended = await tx
    .delete(tokenFamily)
    .where(and(live(accountId), ne(tokenFamily.id, exceptFamily)))
    .returning({ id: tokenFamily.id })
  return ended.length
}

function live(accountId: number) {
  return and(eq(tokenFamily.accountId, accountId), gt(tokenFamily.expireTime, sql`now()`))
}
