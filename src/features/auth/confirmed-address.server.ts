import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { confirmedAddress } from '#src/db/external-identity.table.server.ts'
import type { MessageChannel } from '#src/lib/message-kinds.ts'

/** Notes that an account has confirmed an address with a code. It counts as long as the account has this address. */
export async function noteConfirmed(
  tx: Db,
  accountId: number,
  channel: MessageChannel,
  address: string,
): Promise<void> {
  const values = { accountId, channel, address, confirmTime: sql`now()` }
  await tx
    .insert(confirmedAddress)
    .values(values)
    .onConflictDoUpdate({ target: [confirmedAddress.accountId, confirmedAddress.channel], set: values })
}
