import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { confirmedAddress } from '#src/db/external-identity.table.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import type { Side } from '#src/lib/side.ts'
import { plainAddress } from '#src/server/codes/code.server.ts'
import { invalid } from '#src/server/errors.server.ts'

/**
 * Notes that an account has confirmed an address with a code. Ask for it only after the code: before, nobody learns
 * whether another account has the address.
 * @throws AppError 422 when another account of its side has confirmed it
 */
export async function noteConfirmed(
  tx: Db,
  accountId: number,
  channel: MessageChannel,
  address: string,
): Promise<void> {
  await tx
    .delete(confirmedAddress)
    .where(and(eq(confirmedAddress.accountId, accountId), eq(confirmedAddress.channel, channel)))
  // Of two at once, one waits here for the other.
  const added = await tx
    .insert(confirmedAddress)
    .values({ accountId, channel, address, confirmTime: sql`now()` })
    .onConflictDoNothing()
    .returning({ side: confirmedAddress.side })
  if (added.length === 0) throw invalid({ [channel === 'mail' ? 'email' : 'mobile']: [m.code_confirmedElsewhere()] })
}

export type ConfirmedPerson = { id: number; username: string; nickname: string; status: number }

/** The member who has confirmed an address, whatever the state of the account. */
export async function memberAt(db: Db, channel: MessageChannel, address: string): Promise<ConfirmedPerson | undefined> {
  return personAt(db, 'user', channel, address)
}

/** The same on either side. */
export async function personAt(
  db: Db,
  side: Side,
  channel: MessageChannel,
  address: string,
): Promise<ConfirmedPerson | undefined> {
  const [found] = await db
    .select({ id: account.id, username: account.username, nickname: account.nickname, status: account.status })
    .from(confirmedAddress)
    .innerJoin(account, eq(account.id, confirmedAddress.accountId))
    .where(
      and(
        eq(confirmedAddress.side, side),
        eq(confirmedAddress.channel, channel),
        eq(sql`lower(${confirmedAddress.address})`, plainAddress(channel, address)),
      ),
    )
  return found
}

/** The address that an account has confirmed and still has. */
export async function confirmedOf(db: Db, accountId: number, channel: MessageChannel): Promise<string | undefined> {
  const [found] = await db
    .select({ address: confirmedAddress.address })
    .from(confirmedAddress)
    .where(and(eq(confirmedAddress.accountId, accountId), eq(confirmedAddress.channel, channel)))
  return found?.address
}
