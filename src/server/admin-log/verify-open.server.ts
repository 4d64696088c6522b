import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { instantFromDatabase } from '#src/db/decode.server.ts'
import { type BrokenLink, TOLERANCE } from './log-faults.ts'
import { isOwnRow, keyName, signerOf } from './log-key.server.ts'

type OpenRow = {
  rows: number
  since: string | null
  from: string
  to: string
  changed: string[]
  late: string[]
  /** The last seal has the signature of this key, so the open rows have its marks. */
  keyed: boolean
}

/**
 * Whether a row `r` is not what its digest or its redaction says. Only a link of that kind redacts: its hash covers the
 * digests of what is left.
 */
export const isWrong = sql`(not admin_log_row_is_right(r) or r.redacted <> 0
  and not exists (select from admin_log_seal q where q.number = r.redacted and q.kind = 'redaction'))`

/**
 * Looks at the rows that no segment has: those of the open segment, whose digests must be right, and rows of other
 * months under the numbers of a segment, which were added by hand.
 */
export async function verifyOpen(db: Db): Promise<{ open: number; since: string | null; broken: BrokenLink | null }> {
  const { rows } = await db.execute<OpenRow>(sql`
    select count(*)::int as rows, min(create_time)::text as since, min(create_time)::text as "from", max(create_time)::text as "to",
      coalesce((array_agg(r.id order by r.id) filter (where ${isWrong}))[:20], '{}')::text[] as changed,
      coalesce((array_agg(r.id order by r.id) filter (where r.create_time < (select max(to_time) from admin_log_seal
        where kind = 'segment') - ${TOLERANCE}::interval))[:20], '{}')::text[] as late,
      coalesce((select substring(signature for 4) = decode(${keyName()}, 'hex') from admin_log_seal order by number desc limit 1), true) as keyed
    from admin_log r where id > (select coalesce(max(to_id), 0) from admin_log_seal where kind = 'segment')`)
  const [row] = rows
  const open = row?.rows ?? 0
  const since = row?.since ? instantFromDatabase(row.since) : null
  const outside = await strayRows(db)
  if (outside) return { open, since, broken: outside }
  const forged = row?.keyed ? await openStrangers(db) : []
  const late = row?.keyed ? 0 : row?.late.length
  const fault = row?.changed.length ? 'changed' : forged.length ? 'forged' : late ? 'late' : undefined
  if (!row || !fault) return { open, since, broken: null }
  const [from, to] = [row.from, row.to].map(instantFromDatabase)
  const rowsOf = fault === 'forged' ? forged : row[fault].map(Number)
  const broken = { from: from ?? null, to: to ?? null, sealed: 0, found: open, rows: rowsOf }
  return { open, since, broken: { fault, number: null, ...broken } }
}

/** Open rows that are looked at. The sealer looks at all of them. */
const LOOKED_AT = 20_000

/** Open rows that the product has not written. */
async function openStrangers(db: Db): Promise<number[]> {
  const { rows: found } = await db.execute<{ id: string; digest: string | null; mark: string | null }>(sql`
    select id::text, encode(digest, 'hex') as digest, encode(mark, 'hex') as mark from admin_log
    where id > (select coalesce(max(to_id), 0) from admin_log_seal where kind = 'segment') order by id limit ${LOOKED_AT}`)
  return found
    .filter(({ digest, mark }) => !isOwnRow(digest, mark))
    .slice(0, 20)
    .map(({ id }) => Number(id))
}

/** Compares the end of the chain with the note of which seal is the newest. */
export async function verifyNewest(db: Db): Promise<BrokenLink | null> {
  const { rows } = await db.execute<NewestRow>(sql`
    select s.number::text as last, encode(s.hash, 'hex') as hash, encode(s.signature, 'hex') as sealed, n.number::text as noted,
      encode(n.hash, 'hex') as noted_hash, encode(n.signature, 'hex') as signature
    from (select 1) one left join (select * from admin_log_seal order by number desc limit 1) s on true
    left join admin_log_newest n on n.id = 1`)
  const [row] = rows
  if (!row) return null
  const signed = row.last !== null && row.hash !== null && signerOf('seal', row.hash, row.sealed) === 'own'
  if (row.noted === null || row.noted_hash === null) return signed ? endFault(Number(row.last)) : null
  const same = row.last === row.noted && row.hash === row.noted_hash
  const signer = signerOf('newest', row.noted_hash, row.signature)
  const right = same && signer !== 'forged' && (signer === 'own' || !signed)
  return right ? null : endFault(Math.max(Number(row.noted), Number(row.last)))
}

type NewestRow = {
  last: string | null
  hash: string | null
  sealed: string | null
  noted: string | null
  noted_hash: string | null
  signature: string | null
}

function endFault(number: number): BrokenLink {
  return { fault: 'end', number, from: null, to: null, sealed: 0, found: 0, rows: [] }
}

/**
 * Rows below the last sealed number that belong to no segment. Months whose number of rows is right are not searched.
 */
async function strayRows(db: Db): Promise<BrokenLink | null> {
  const { rows } = await db.execute<{ id: string; time: string }>(sql`
    with sealed as (select month, sum(count) as rows, max(to_id) as upto from admin_log_seal where kind = 'segment' group by month),
      last as (select coalesce(max(to_id), 0) as id from admin_log_seal where kind = 'segment'),
      present as (select log_month(create_time) as month, count(*) as rows from admin_log, last where admin_log.id <= last.id group by 1),
      odd as (select p.month from present p left join sealed s on s.month = p.month where p.rows > coalesce(s.rows, 0))
    select l.id::text, l.create_time::text as time from admin_log l, last where l.id <= last.id
      and log_month(l.create_time) in (select month from odd) and not exists (select from admin_log_seal s where s.kind = 'segment'
        and s.month = log_month(l.create_time) and l.id > s.from_id and l.id <= s.to_id) order by l.id limit 20`)
  const times = rows.map(({ time }) => instantFromDatabase(time)).sort()
  if (rows.length === 0) return null
  const [from = null, to = null] = [times[0], times.at(-1)]
  return {
    fault: 'added',
    number: null,
    from,
    to,
    sealed: 0,
    found: rows.length,
    rows: rows.map(({ id }) => Number(id)),
  }
}

/**
 * Looks for a seal that is known outside, and for the last one that was sent there.
 * @param given number and hash, as they were sent
 */
export async function verifyOutside(
  db: Db,
  given: { number: number; hash: string } | undefined,
): Promise<BrokenLink | null> {
  const asked = given && JSON.stringify([{ number: given.number, hash: given.hash.trim().toLowerCase() }])
  const { rows } = await db.execute<{ number: string; time: string | null }>(sql`
    select o.number::text, s.create_time::text as time from (
      select number, hash from jsonb_to_recordset(${asked ?? '[]'}::jsonb) as g (number bigint, hash text)
      union all (select number, hash from admin_log_send where failure = '' order by id desc limit 1)) o
    left join admin_log_seal s on s.number = o.number
    where encode(s.hash, 'hex') is distinct from o.hash order by o.number limit 1`)
  const [row] = rows
  if (!row) return null
  const at = row.time && instantFromDatabase(row.time)
  return { fault: 'outside', number: Number(row.number), from: at, to: at, sealed: 0, found: 0, rows: [] }
}
