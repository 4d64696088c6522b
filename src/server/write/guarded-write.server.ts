import type { Database, Db } from '#src/db/client.server.ts'
import { type Author, type ChangeKind, write } from '#src/db/write.server.ts'
import { guardIdentity } from '../access/identity-guard.server.ts'

/**
 * Like `write`, for what people do: before the commit it checks the changes of accounts, roles and rules. The database
 * refuses such changes of a person in any other transaction.
 * @param finish the last statements before the commit
 * @throws AppError 403
 */
export function guardedWrite<T>(
  db: Database,
  author: Author,
  kind: ChangeKind,
  work: (tx: Db, changeSetId: number) => Promise<T>,
  finish?: (tx: Db, result: T, changeSetId: number) => Promise<void>,
): Promise<T> {
  return write(db, author, kind, async (tx, changeSetId) => {
    const result = await work(tx, changeSetId)
    await guardIdentity(db, tx, author, changeSetId)
    await finish?.(tx, result, changeSetId)
    return result
  })
}
