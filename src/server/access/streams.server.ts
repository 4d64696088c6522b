import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { compile, runNamed } from '#src/db/statement.server.ts'
import type { Side } from '#src/lib/side.ts'
import { AppError } from '../errors.server.ts'
import { factorOf } from './actor.server.ts'
import { assertPasswordFresh } from './password-age.server.ts'
import { permissionsOf } from './permissions.server.ts'
import { assertWithinLimits } from './sign-in-limits.server.ts'

/** An open stream: the sign-in that it belongs to, whose events it brings, and where it goes. */
export type OpenStream = { familyId: number; owner: number; address: string }

type Row = {
  id: string
  owner: string
  side: Side
  super: boolean
  viewed: boolean
  has_factor: boolean
  epoch: string
  now: string
  password_time: string | null
}

// The same rules as for the token of a request, by sign-ins. A stream of a view belongs to who is viewed.
const byFamilies = compile(sql`
  select f.id::text as id, coalesce(seen.id, own.id)::text as owner, f.client as side, own.super, seen.id is not null as viewed,
    ${factorOf(sql.raw('own.id'))} as has_factor, (select epoch from permission_epoch where id = 1) as epoch,
    (extract(epoch from now()) * 1000)::text as now, (extract(epoch from cr.change_time) * 1000)::text as password_time
  from token_family f join account own on own.id = f.account_id and own.status = 1 and own.kind = f.client
    left join account seen on seen.id = f.view_account_id and f.view_until > now() and seen.status = 1
      and seen.kind = 'admin' and not seen.super and own.super
    left join credential cr on cr.account_id = own.id
  where f.id = any ($1::bigint[]) and f.expire_time > now()`).text

/**
 * Those of these streams that may go on: a request of their sign-in would be answered now. So a stream ends with its
 * sign-in, with a view, with the hours of a role, and when a password or the time of grace for a second factor ends.
 */
export async function streamsThatGoOn<T extends OpenStream>(db: Db, streams: readonly T[]): Promise<ReadonlySet<T>> {
  const ids = [...new Set(streams.map(({ familyId }) => familyId))]
  const rows = await runNamed<Row>(db, byFamilies, [ids])
  const families = new Map(rows.map((row) => [Number(row.id), row]))
  const going = new Set<T>()
  for (const stream of streams) {
    const row = families.get(stream.familyId)
    if (row && Number(row.owner) === stream.owner && (await isLetIn(db, row, stream.address))) going.add(stream)
  }
  return going
}

async function isLetIn(db: Db, row: Row, address: string): Promise<boolean> {
  // Whoever views as somebody else is a super administrator, whom no role limits.
  if (row.viewed) return true
  const { side, super: free } = row
  const now = Number(row.now)
  const { limits, factorDue } = await permissionsOf(db, { id: Number(row.owner), side }, row.epoch, now)
  if (factorDue !== undefined && factorDue <= now && !row.has_factor) return false
  const passwordTime = row.password_time === null ? null : Number(row.password_time)
  try {
    await assertWithinLimits(db, { super: free, limits: limits ?? [] }, { address, now })
    await assertPasswordFresh(db, { side, passwordTime, now })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
