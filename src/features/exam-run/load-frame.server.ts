import { addAbortSignal } from 'node:stream'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { cancelQuery } from '#src/db/cancel-query.server.ts'
import type { Database, Db } from '#src/db/client.server.ts'
import { written } from '#src/server/export/literal.server.ts'
import type { NewRun, RunInput } from './run-task.ts'

/** Bytes of a piece. Passing on a small piece costs more than its content. */
const PIECE = 512 * 1024

type Snapshot = { db: Db; client: pg.PoolClient }

/** Runs `work` on one state of the database, however long it takes. */
export async function inSnapshot<T>(database: Database, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await database.$client.connect()
  let whole = false
  try {
    await client.query('begin isolation level repeatable read read only; set local statement_timeout = 0')
    const answer = await work({ db: drizzle({ client, casing: 'snake_case' }), client })
    await client.query('commit')
    whole = true
    return answer
  } finally {
    // Otherwise the rows would be read to the end.
    if (!whole) cancelQuery(client)
    client.release(!whole)
  }
}

type Places = Pick<NewRun, 'candidates' | 'districts' | 'names'>

/** How many take an exam, in which districts their schools are, and the names of all units. */
export async function placesOf(db: Db, examId: number): Promise<Places> {
  const { rows: sizes } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from candidate where exam_id = ${examId} and status = 'in'`,
  )
  // The district is the nearest one above the school. Beside such schools, others belong to what is right above them.
  const { rows: schools } = await db.execute<{ id: number; district: number | null; above: number }>(sql`
    select s.id::float8 as id, d.id::float8 as district, coalesce(s.pid, 0)::float8 as above from organization s
    left join lateral (
      select o.id from organization o where o.type = 'district' and o.id <> s.id
        and o.id = any (string_to_array(trim(both '/' from s.path), '/')::bigint[])
      order by length(o.path) desc limit 1
    ) d on true
    where s.id in (select distinct school_id from candidate where exam_id = ${examId} and status = 'in')`)
  const hasDistricts = schools.some(({ district }) => district !== null)
  const districts = new Map(schools.map(({ id, district, above }) => [id, district ?? above]))
  const above = hasDistricts ? [...new Set(districts.values())] : []
  const { rows: names } = await db.execute<{ id: number; name: string; position: number }>(sql`
    select o.id::float8 as id, o.name, row_number() over (order by o.sort_key, o.id)::int as position from organization o
    where o.id = any (${sql.param(above)}::bigint[])
      or o.id in (select school_id from candidate where exam_id = ${examId} union select org_id from candidate where exam_id = ${examId})`)
  return {
    candidates: sizes[0]?.count ?? 0,
    districts: hasDistricts ? districts : null,
    names: new Map(names.map(({ id, name, position }) => [id, { name, position }])),
  }
}

/** The candidates and the papers of an exam, as `RosterReader` takes them. @param combos names of the combinations */
export async function* examInput(
  { client }: Snapshot,
  examId: number,
  combos: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<RunInput> {
  const combo = sql`coalesce(array_position(${sql.param(combos)}::text[], combo::text) - 1, -1)::int2`
  yield* copied(
    client,
    'candidates',
    signal,
    sql`select id, school_id, org_id, student_id, ${combo} from candidate
    where exam_id = ${examId} and status = 'in' order by id`,
  )
  yield* copied(
    client,
    'papers',
    signal,
    sql`select candidate_id, subject_id, mark, flag, group_id from paper where exam_id = ${examId}`,
  )
}

async function* copied(
  client: pg.PoolClient,
  of: RunInput['of'],
  signal: AbortSignal,
  select: SQL,
): AsyncGenerator<RunInput> {
  const stream = addAbortSignal(
    signal,
    client.query(copyTo(`copy (${written(select)}) to stdout with (format binary)`)),
  )
  let [held, size]: [Buffer[], number] = [[], 0]
  for await (const chunk of stream) {
    held.push(chunk)
    size += chunk.length
    if (size < PIECE) continue
    yield { of, bytes: joined(held, size) }
    held = []
    size = 0
  }
  if (size > 0) yield { of, bytes: joined(held, size) }
}

/** One array with a buffer of its own, which can be handed to a thread. */
function joined(chunks: readonly Buffer[], size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
