import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { instantFromDatabase } from '#src/db/decode.server.ts'
import { type BrokenLink, type LogFault, TOLERANCE } from './log-faults.ts'
import { isOwnRow, keyName, signerOf } from './log-key.server.ts'
import { isWrong, verifyNewest, verifyOpen, verifyOutside } from './verify-open.server.ts'

export type Verified = {
  /** The last link that was looked at. */
  upTo: number
  /** Rows whose digests were compared. */
  checked: number
  /** Seals with the signature of another key or none, from before the first one of this key. */
  otherKey: number
  done: boolean
  broken: BrokenLink | null
}

type LinkRow = {
  number: string
  kind: 'segment' | 'redaction' | 'prune'
  from_time: string | null
  to_time: string | null
  create_time: string
  count: number
  strange: number
  hash: string
  signature: string | null
  /** The signature of the link before. */
  before: string | null
  /** An earlier link has a signature of this key. */
  keyed: boolean
  right: boolean
  linked: boolean
  pruned: boolean
  late: boolean
  redactions: boolean
  found: number
  root: boolean
  changed: string[]
}

/**
 * Verifies links of the chain and the rows that they cover, in the order of the chain, up to the first broken one.
 * @param after the last link that was verified
 * @param links at most so many
 */
export async function verifyLinks(db: Db, after: number, links = 40): Promise<Verified> {
  const { rows } = await db.execute<LinkRow>(sql`
    select s.number::text, s.kind, s.from_time::text, s.to_time::text, s.create_time::text, s.count,
      s.strange, encode(s.hash, 'hex') as hash, encode(s.signature, 'hex') as signature, encode(p.signature, 'hex') as before,
      coalesce(s.number > (select number from admin_log_seal where substring(signature for 4) = decode(${keyName()}, 'hex')
        order by number limit 1), false) as keyed,
      admin_log_seal_hash(s) = s.hash as right,
      coalesce(p.hash, ''::bytea) = s.previous and s.number = coalesce(p.number, 0) + 1 as linked,
      s.kind = 'prune' or exists (select from admin_log_seal q where q.kind = 'prune' and q.month = s.month and q.number > s.number) as pruned,
      s.kind <> 'redaction' or coalesce((select sha256(string_agg(int8send(r.log_id) || r.digest, ''::bytea order by r.log_id)) = s.root
        from admin_log_redacted r where r.seal = s.number), s.count = 0) as redactions,
      coalesce(s.from_time < greatest(max(s.to_time) over (order by s.number rows between unbounded preceding and 1 preceding),
        (select max(to_time) from admin_log_seal b where b.number <= ${after} and b.kind = 'segment')) - ${TOLERANCE}::interval, false) as late,
      l.found, l.root, l.changed::text[] as changed
    from (select * from admin_log_seal where number > ${after} order by number limit ${links}) picked
    join admin_log_seal s on s.number = picked.number
    left join lateral (select * from admin_log_seal b where b.number < s.number order by b.number desc limit 1) p on true
    cross join lateral (
      select count(*)::int as found, sha256(string_agg(int8send(r.id) || coalesce(r.digest, ''::bytea), ''::bytea order by r.id)) = s.root as root,
        coalesce((array_agg(r.id order by r.id) filter (where ${isWrong}))[:20], '{}') as changed
      from admin_log r where s.kind in ('segment', 'prune') and s.month <> ''
        and r.create_time >= to_date(s.month, 'YYYYMM')::timestamp at time zone 'UTC'
        and r.create_time < (to_date(s.month, 'YYYYMM') + interval '1 month') at time zone 'UTC'
        and r.id > case s.kind when 'segment' then s.from_id else ${String(-(2n ** 63n))}::bigint end and r.id <= case s.kind
          when 'segment' then s.to_id else (select max(b.to_id) from admin_log_seal b where b.number < s.number) end) l
    order by s.number`)
  let [upTo, checked, otherKey] = [after, 0, 0]
  for (const row of rows) {
    const signer = signerOf('seal', row.hash, row.signature)
    const fault = faultOf(row, signer)
    if (fault) {
      const rows = fault === 'forged' ? await strangeRows(db, row.number) : row.changed.map(Number)
      return { upTo, checked, otherKey, done: true, broken: { ...brokenLink(row, fault), rows } }
    }
    if (signer === 'other') otherKey += 1
    upTo = Number(row.number)
    checked += row.found
  }
  return { upTo, checked, otherKey, done: rows.length < links, broken: null }
}

type Signer = ReturnType<typeof signerOf>

/** A key only moves on: after the first seal of this one, there is no other. */
function faultOf(row: LinkRow, signer: Signer): LogFault | undefined {
  if (!row.right || !row.redactions || signer === 'forged' || (signer === 'other' && row.keyed)) return 'seal'
  if (!row.linked) return 'link'
  if (row.pruned) return row.found > 0 ? 'added' : undefined
  if (row.kind !== 'segment') return undefined
  if (row.found < row.count) return 'missing'
  if (row.found > row.count) return 'added'
  if (row.changed.length > 0 || !row.root) return 'changed'
  if (row.strange === 0) return undefined
  if (!isChangeOfKey(row)) return 'forged'
  return row.late ? 'late' : undefined
}

/** The first seal of a key has rows of the key before: those that were not sealed when it changed. */
function isChangeOfKey({ signature, before, number }: LinkRow): boolean {
  return Number(number) > 1 && signature?.slice(0, 8) !== before?.slice(0, 8)
}

/** Rows of a segment that the product has not written. */
async function strangeRows(db: Db, number: string): Promise<number[]> {
  const { rows } = await db.execute<{ id: string; digest: string | null; mark: string | null }>(sql`
    select l.id::text, encode(l.digest, 'hex') as digest, encode(l.mark, 'hex') as mark
    from admin_log l join admin_log_seal s on l.id > s.from_id and l.id <= s.to_id and log_month(l.create_time) = s.month
    where s.number = ${number}::bigint order by l.id`)
  return rows
    .filter(({ digest, mark }) => !isOwnRow(digest, mark))
    .slice(0, 20)
    .map(({ id }) => Number(id))
}

function brokenLink(row: LinkRow, fault: LogFault): Omit<BrokenLink, 'rows'> {
  return {
    fault,
    number: Number(row.number),
    from: instantFromDatabase(row.from_time ?? row.create_time),
    to: instantFromDatabase(row.to_time ?? row.create_time),
    sealed: row.count,
    found: row.kind === 'redaction' ? row.count : row.found,
  }
}

/** Verifies what lies behind the links: a seal that is known outside, the newest seal, and the open rows. */
export async function verifyEnd(db: Db, known?: { number: number; hash: string }) {
  const outside = await verifyOutside(db, known)
  const newest = await verifyNewest(db)
  const { open, since, broken } = await verifyOpen(db)
  return { open, since, broken: newest ?? outside ?? broken }
}

/** Verifies the whole log, up to the first broken link. @param known a seal that is known outside */
export async function verifyLog(db: Db, known?: { number: number; hash: string }) {
  let [seals, rows, otherKey] = [0, 0, 0]
  for (;;) {
    const part = await verifyLinks(db, seals)
    seals = part.upTo
    rows += part.checked
    otherKey += part.otherKey
    if (part.broken) return { seals, rows, otherKey, open: 0, since: null, broken: part.broken }
    if (part.done) break
  }
  return { seals, rows, otherKey, ...(await verifyEnd(db, known)) }
}
