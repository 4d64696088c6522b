import { sql } from 'drizzle-orm'
import pg from 'pg'
import { systemAuthor, write } from '#src/db/write.server.ts'
import type { BenchOptions, Pair } from './contract.ts'
import { type Load, measure, send } from './lib/measure.ts'
import { signIn } from './lib/people.ts'
import { benchMillionReads, schoolsInUse } from './million-reads.ts'

const ROWS = 1_000_000
const CALLERS = 4
/** Rows of a bulk edit, the maximum of one call. */
const MANY = 10_000

const filtered = `type = 'school' and status = 1`

/** Measures what lists ask for, and changes, on a million organizations. */
export async function benchMillion({ db, databaseUrl, product, seconds, only }: BenchOptions): Promise<Pair[]> {
  const { access_token } = await signIn(product.url)
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
  const api = `${product.url}/adminApi/organization`
  const pool = db.$client
  const words = await fill(databaseUrl)
  const list = (query: Record<string, string>) => () =>
    send({ url: `${api}/index?${new URLSearchParams({ limit: '25', order: 'name,asc', ...query })}`, headers })
  const { rows: some } = await pool.query<{ id: number }>(`select id from organization order by id limit ${MANY}`)
  const ids = some.map(({ id }) => Number(id))
  const saved = (round: number) => ({ id: ids[round % 2_000] ?? 0, contact: `contact ${round}` })

  type Work = (caller: number, round: number) => Promise<unknown>
  const planned: [name: string, work: Work, floor: Work, own?: { callers: number; aim: number }][] = [
    [
      'million: exact count',
      list({ filter: schoolsInUse, count: 'exact' }),
      () => pool.query(`select count(*) from organization where ${filtered}`),
    ],
    [
      'million: save',
      (_, round) => send({ url: `${api}/edit`, method: 'POST', headers, body: JSON.stringify(saved(round)) }),
      (_, round) =>
        pool.query({
          name: 'save',
          text: 'update organization set contact = $2 where id = $1 returning version',
          values: [saved(round).id, `bare ${round}`],
        }),
    ],
    [
      `million: bulk edit of ${MANY}`,
      (_, round) => {
        const body = JSON.stringify({ ids, values: { contact: `many ${round}` } })
        return send({ url: `${api}/bulkEdit`, method: 'POST', headers, body })
      },
      // The same triggers stamp and record the rows, as one change set.
      (_, round) =>
        write(db, systemAuthor, 'bulk', (tx) =>
          tx.execute(sql`update organization set contact = ${`bare ${round}`} where id = any (${sql.param(ids)})`),
        ),
      // Two changes of the same rows would wait for each other.
      { callers: 1, aim: 0.5 },
    ],
  ]
  const loadsOf = ([name, work, floorWork, own]: (typeof planned)[number]) => {
    const common = { seconds, callers: own?.callers ?? CALLERS }
    return [
      { ...common, name: `floor of ${name}`, pid: 0, work: floorWork },
      { ...common, name, pid: product.pid, work },
    ]
  }
  const wanted = planned.filter(([name]) => only(name))
  const pairs = await benchMillionReads({ db, databaseUrl, product, headers, seconds, only, words })
  for (const one of wanted) {
    const [pair] = await measured(loadsOf(one))
    if (pair) pairs.push({ ...pair, aim: one[3]?.aim })
  }
  return pairs
}

/** Measures a list of loads in which each floor precedes its subject, and returns them as pairs. */
async function measured(loads: readonly Load[]): Promise<Pair[]> {
  const results = await measure(...loads)
  return results.flatMap((subject, at) => (at % 2 === 1 ? [{ subject, floor: results[at - 1] }] : []))
}

/**
 * Fills the table with schools whose names have six random characters.
 * @returns words of one, two and three characters that occur in a name
 */
async function fill(databaseUrl: string): Promise<string[]> {
  // The pools end a statement that takes as long as this one.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query('update admin_profile set dept_id = null')
    await client.query('delete from organization')
    const sign = 'chr(19968 + (random() * 3000)::int)'
    await client.query(`
      insert into organization (code, name, type, contact, status, sort_key, path)
      select 'M' || n, ${Array(6).fill(sign).join(' || ')} || '学校', case when n % 10 < 7 then 'school' else 'bureau' end, 'Contact', case when n % 10 = 9 then 0 else 1 end, 'b' || lpad(n::text, 8, '0'), '/' || n || '/'
      from generate_series(1, ${ROWS}) n`)
    await client.query(`set session_replication_role = origin`)
    await client.query('vacuum analyze organization')
    const { rows } = await client.query<{ name: string }>(`select name from organization where code = 'M500000'`)
    const name = rows[0]?.name ?? ''
    return [1, 2, 3].map((length) => name.slice(0, length))
  } finally {
    await client.end()
  }
}
