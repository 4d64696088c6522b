import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { membersSeen } from '#src/features/members/member.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { type Ledger, negativeAllowed } from './ledger-tables.server.ts'

type Balance = { accountId: number; username: string; nickname: string; balance: number; negative: boolean }

/** What a member has now. @throws AppError 404 for a member whom the actor does not see */
export async function balanceOf(db: Db, ledger: Ledger, actor: Actor, accountId: number): Promise<Balance> {
  const seen = and(eq(account.id, accountId), eq(account.kind, 'user'), scope(actor, membersSeen(account.id)))
  const { rows } = await db.execute<Balance>(sql`
    select ${account.username}, ${account.nickname}, ${ledger.balance} as balance, ${negativeAllowed(ledger)} as negative
    from ${account} join member_balance b on b.account_id = ${account.id} where ${seen}`)
  const [found] = rows
  if (!found) throw new AppError(404, m.ledger_noMember())
  return { ...found, accountId, balance: Number(found.balance) }
}
