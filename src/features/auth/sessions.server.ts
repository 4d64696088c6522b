import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tokenFamily } from '#src/db/session.table.server.ts'

/** The sign-ins of an account that are still good, the last used first. */
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

/** Ends these sign-ins of the account, all or none: the count, or undefined when one of them is not there. */
export async function endSessions(tx: Db, accountId: number, ids: readonly number[]): Promise<number | undefined> {
  const wanted = [...new Set(ids)]
  // In one order, so that two people who end the same ones do not wait for each other.
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

/** Ends every sign-in of the account but one. */
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
