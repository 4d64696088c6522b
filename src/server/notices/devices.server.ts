import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { browserName } from '#src/lib/browser-name.ts'
import type { Side } from '#src/lib/side.ts'
import { networkOf } from '../address.server.ts'
import { readConfig } from '../config.server.ts'
import { notify } from './notify.server.ts'

/** The header of a token request with the id that a browser keeps in a cookie. It only recognizes devices. */
export const DEVICE_HEADER = 'x-device'

/** The page with the account's sign-ins. */
const SIGN_INS: Record<Side, string> = { admin: '/admin/routine/adminInfo', user: '/user/account/profile' }

type SignedIn = {
  secret: string
  accountId: number
  side: Side
  device: string | undefined
  userAgent: string
  ip: string
}

/**
 * Remembers the device of a sign-in, and tells the account when it is new. The first sign-in of an account is nothing
 * new. A client without the header, as a program, is known by its name and its network.
 */
export async function noteDevice(tx: Db, { secret, accountId, side, device, userAgent, ip }: SignedIn): Promise<void> {
  const [way, id] = device ? ['device', device] : ['client', `${browserName(userAgent)} ${networkOf(ip)}`]
  const hash = createHash('sha256').update(`${way}:${id}`).digest('base64url')
  const { rows } = await tx.execute<{ isNew: boolean; others: boolean }>(sql`
    insert into account_device (account_id, hash) values (${accountId}, ${hash})
    on conflict (account_id, hash) do update set last_use_time = now()
    returning xmax = 0 as "isNew",
      exists (select from account_device d where d.account_id = ${accountId} and d.hash <> ${hash}) as others`)
  if (!rows[0]?.isNew || !rows[0].others) return
  const data = { userAgent: userAgent.slice(0, 300), address: ip }
  await notify(tx, secret, { accountId, kind: 'device', data, link: SIGN_INS[side] })
}

/** Forgets devices that were not used for long, but never the last one of an account. */
export async function purgeDevices(db: Db): Promise<void> {
  const { deviceKeepDays } = await readConfig(db, ['deviceKeepDays'])
  await db.execute(sql`delete from account_device d
    where d.last_use_time < now() - make_interval(days => ${deviceKeepDays}) and exists (
      select from account_device later where later.account_id = d.account_id
        and (later.last_use_time, later.hash) > (d.last_use_time, d.hash))`)
}
