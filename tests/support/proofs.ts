import { eq } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { token, tokenFamily } from '#src/db/session.table.server.ts'
import { hashToken } from '#src/server/access/actor.server.ts'
import { startProof } from '#src/server/access/proof.server.ts'

/**
 * A fresh proof of the sign-in with this token, as if its person had just given it. Undefined for a sign-in that is not
 * of this database.
 */
export async function proofFor(db: Database, accessToken: string) {
  const [row] = await db
    .select({ familyId: tokenFamily.id, accountId: tokenFamily.accountId })
    .from(tokenFamily)
    .innerJoin(token, eq(token.familyId, tokenFamily.id))
    .where(eq(token.hash, hashToken(accessToken)))
  return row && startProof(db, row)
}
