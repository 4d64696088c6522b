import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { type AskedAccount, lacksOfPassword } from '#src/features/accounts/password-errors.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { AppError } from '#src/server/errors.server.ts'

/** Members have no rights over the back office, so that whoever has the node and the scope may write them. */
export async function memberErrors(db: Db, asked: readonly AskedAccount[], actor: Actor): Promise<FieldErrors[]> {
  const errors: FieldErrors[] = []
  for (const one of asked) {
    const lacks = await lacksOfPassword(db, one, actor)
    const { groupId, orgId } = one.values
    const isNowhere = (orgId ?? null) === null && ('orgId' in one.values || !one.row)
    errors.push({
      ...(isNowhere && !seesNowhere(actor) ? { orgId: [m.error_outOfScope()] } : {}),
      ...(lacks.length > 0 ? { password: lacks } : {}),
      // A new member without one comes into the group of new members.
      ...(one.row && groupId === null ? { groupId: [m.rule_required()] } : {}),
    })
  }
  return errors
}

/** Whether an actor sees members without an organization: the scope of organizations has none of them. */
function seesNowhere({ super: all, scopes }: Actor): boolean {
  return all || scopes.has('all') || scopes.has('own')
}

/** Members with entries in a ledger stay, because the entries do. @throws AppError 409 */
export async function refuseMemberDeletion(db: Db, rows: readonly Row[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const found = await membersWithEntries(db, ids)
  const one = rows.find(({ id }) => found.has(id))
  if (one) throw new AppError(409, m.member_hasEntries({ name: String(one.username) }), { reason: 'referenced' })
}

/** Those of the members that have entries in a ledger. */
export async function membersWithEntries(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select account_id as id from member_balance
    where account_id = any (${sql.param([...ids])}::bigint[]) and (money_seq is not null or score_seq is not null)`)
  return new Set(rows.map(({ id }) => Number(id)))
}
