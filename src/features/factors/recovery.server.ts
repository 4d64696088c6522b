import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { recoveryCode } from '#src/db/factor.table.server.ts'
import { randomCode } from '#src/lib/random-text.ts'

/** How many codes a set has. */
const COUNT = 10

/** Makes a new set of recovery codes, which ends the one before. They are answered once, and stored as hashes. */
export async function newRecoveryCodes(tx: Db, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => randomCode())
  await tx.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId))
  await tx.insert(recoveryCode).values(codes.map((code) => ({ accountId, hash: hashOf(accountId, code) })))
  return codes
}

/** Uses a recovery code up. Of two requests with the same code, one finds it. */
export async function takeRecoveryCode(db: Db, accountId: number, code: string): Promise<boolean> {
  const hash = hashOf(accountId, code)
  const taken = await db
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.accountId, accountId), eq(recoveryCode.hash, hash)))
    .returning({ hash: recoveryCode.hash })
  return taken.length > 0
}

/** Codes are typed from paper: case and separators do not matter. */
function hashOf(accountId: number, code: string): string {
  const plain = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return createHash('sha256').update(`recovery:${accountId}:${plain}`).digest('base64url')
}
