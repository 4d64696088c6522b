import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { instantFromDatabase } from '#src/db/decode.server.ts'

/** Clocks of hosts differ, and what has no transaction is written a moment after its time. */
const TOLERANCE = '10 minutes'

/** What is wrong with a link of the chain or with its rows. */
export const logFaults = [
  /** The content of a row is not what its digest says. */
  'changed',
  'missing',
  'added',
  /** Rows whose time lies before an earlier seal: added by hand, or while the clock was set back. */
  'late',
  /** The seal itself is not what its hash says. */
  'seal',
  /** A seal is missing before this one, or it follows another one. */
  'link',
  /** The seal that is known outside is not in the chain. */
  'outside',
] as const
export type LogFault = (typeof logFaults)[number]

export type BrokenLink = {
  fault: LogFault
  /** The number of the seal; null for rows that no seal covers yet. */
  number: number | null
  from: string | null
  to: string | null
  /** The rows that the seal counts, and those that are there. */
  sealed: number
  found: number
  /** Some of the rows concerned, by number. */
  rows: number[]
}

export type Verified = {
  /** The last link that was looked at. */
  upTo: number
  /** Rows whose digests were compared. */
  checked: number
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
      admin_log_seal_hash(s) = s.hash as right,
      coalesce(p.hash, ''::bytea) = s.previous and s.number = coalesce(p.number, 0) + 1 as linked,
      s.kind = 'prune' or exists (select from admin_log_seal q where q.kind = 'prune' and q.month = s.month) as pruned,
      s.kind <> 'redaction' or coalesce((select sha256(string_agg(int8send(r.log_id) || r.digest, ''::bytea order by r.log_id)) = s.root
        from admin_log_redacted r where r.seal = s.number), s.count = 0) as redactions,
      coalesce(s.from_time < greatest(max(s.to_time) over (order by s.number rows between unbounded preceding and 1 preceding),
        (select max(to_time) from admin_log_seal b where b.number <= ${after} and b.kind = 'segment')) - ${TOLERANCE}::interval, false) as late,
      l.found, l.root, l.changed::text[] as changed
    from (select * from admin_log_seal where number > ${after} order by number limit ${links}) picked
    join admin_log_seal s on s.number = picked.number
    left join lateral (select * from admin_log_seal b where b.number < s.number order by b.number desc limit 1) p on true
    cross join lateral (
      select count(*)::int as found, sha256(string_agg(int8send(r.id) || r.digest, ''::bytea order by r.id)) = s.root as root,
        coalesce((array_agg(r.id order by r.id) filter (where not admin_log_row_is_right(r)))[:20], '{}') as changed
      from admin_log r where s.kind in ('segment', 'prune') and s.month <> ''
        and r.create_time >= to_date(s.month, 'YYYYMM')::timestamp at time zone 'UTC'
        and r.create_time < (to_date(s.month, 'YYYYMM') + interval '1 month') at time zone 'UTC'
        and (s.kind = 'prune' or (r.id > s.from_id and r.id <= s.to_id))) l
    order by s.number`)
  let [upTo, checked] = [after, 0]
  for (const row of rows) {
    const fault = faultOf(row)
    if (fault) return { upTo, checked, done: true, broken: brokenLink(row, fault) }
    upTo = Number(row.number)
    checked += row.found
  }
  return { upTo, checked, done: rows.length < links, broken: null }
}

function faultOf(row: LinkRow): LogFault | undefined {
  if (!row.right || !row.redactions) return 'seal'
  if (!row.linked) return 'link'
  if (row.pruned) return row.found > 0 ? 'added' : undefined
  if (row.kind !== 'segment') return undefined
  if (row.found < row.count) return 'missing'
  if (row.found > row.count) return 'added'
  if (row.changed.length > 0 || !row.root) return 'changed'
  return row.late ? 'late' : undefined
}

function brokenLink(row: LinkRow, fault: LogFault): BrokenLink {
  return {
    fault,
    number: Number(row.number),
    from: instantFromDatabase(row.from_time ?? row.create_time),
    to: instantFromDatabase(row.to_time ?? row.create_time),
    sealed: row.count,
    found: row.kind === 'redaction' ? row.count : row.found,
    rows: row.changed.map(Number),
  }
}

type OpenRow = {
  rows: number
  since: string | null
  from: string
  to: string
  changed: string[]
  late: string[]
}

/**
 * Looks at the rows that no segment has: those of the open segment, whose digests must be right, and rows of other
 * months under the numbers of a segment, which were added by hand.
 */
export async function verifyOpen(db: Db): Promise<{ open: number; since: string | null; broken: BrokenLink | null }> {
  const { rows } = await db.execute<OpenRow>(sql`
    select count(*)::int as rows, min(create_time)::text as since, min(create_time)::text as "from", max(create_time)::text as "to",
      coalesce((array_agg(r.id order by r.id) filter (where not admin_log_row_is_right(r)))[:20], '{}')::text[] as changed,
      coalesce((array_agg(r.id order by r.id) filter (where r.create_time < (select max(to_time) from admin_log_seal
        where kind = 'segment') - ${TOLERANCE}::interval))[:20], '{}')::text[] as late
    from admin_log r where id > (select coalesce(max(to_id), 0) from admin_log_seal where kind = 'segment')`)
  const [row] = rows
  const open = row?.rows ?? 0
  const since = row?.since ? instantFromDatabase(row.since) : null
  const outside = await strayRows(db)
  if (outside) return { open, since, broken: outside }
  const fault = row?.changed.length ? 'changed' : row?.late.length ? 'late' : undefined
  if (!row || !fault) return { open, since, broken: null }
  const [from, to] = [row.from, row.to].map(instantFromDatabase)
  const broken = { from: from ?? null, to: to ?? null, sealed: 0, found: open, rows: row[fault].map(Number) }
  return { open, since, broken: { fault, number: null, ...broken } }
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

/** Verifies the whole log, up to the first broken link. @param known a seal that is known outside */
export async function verifyLog(db: Db, known?: { number: number; hash: string }) {
  let [seals, rows] = [0, 0]
  for (;;) {
    const part = await verifyLinks(db, seals)
    seals = part.upTo
    rows += part.checked
    if (part.broken) return { seals, rows, open: 0, since: null, broken: part.broken }
    if (part.done) break
  }
  const outside = await verifyOutside(db, known)
  const { open, since, broken } = await verifyOpen(db)
  return { seals, rows, open, since, broken: outside ?? broken }
}
