import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { BenchOptions, Pair } from './contract.ts'
import { type Result, send } from './lib/measure.ts'
import { signIn } from './lib/people.ts'
import type { Server } from './lib/server.ts'

const IMPORTED = 100_000
const EXPORTED = 1_000_000
const COLUMNS = 'code, name, type, contact, phone, address, status, sort_key'

/**
 * Measures import and export of organizations beside COPY. The import runs in one transaction, with the triggers for
 * stamps, tree paths and history. The export is a stream that a client reads. Memory is the peak of the process; the
 * rate counts rows.
 */
export async function benchTransfer({
  db,
  product,
  only,
}: Pick<BenchOptions, 'db' | 'product' | 'only'>): Promise<Pair[]> {
  const pairs: Pair[] = []
  const client = await db.$client.connect()
  try {
    await empty(client)
    if (only('import')) pairs.push(...(await benchImport(client, product)))
    if (only('export')) pairs.push(await benchExport(client, product))
  } finally {
    client.release(true)
  }
  return pairs
}

async function benchImport(client: pg.PoolClient, product: Server): Promise<Pair[]> {
  const { access_token } = await signIn(product.url)
  const headers = { authorization: `Bearer ${access_token}`, 'accept-language': 'en' }
  const floor = await timed('floor of import', IMPORTED, 0, async () => {
    await client.query(
      `begin; select set_config('app.change_kind', 'import', true), set_config('app.actor_name', 'bench', true)`,
    )
    await pipeline(
      Readable.from(copyLines(IMPORTED)),
      client.query(copyFrom(`copy organization (${COLUMNS}) from stdin`)),
    )
    await client.query('commit')
  })
  // The files to import are the product's own export of these rows, in both formats.
  const files = new Map<string, Buffer>()
  for (const format of ['xlsx', 'csv']) {
    const answer = await fetch(`${product.url}/adminApi/organization/export?format=${format}`, { headers })
    files.set(format, Buffer.from(await answer.arrayBuffer()))
  }
  const pairs: Pair[] = []
  for (const [format, content] of files) {
    await empty(client)
    forgetPeak(product.pid)
    const subject = await timed(`import of ${IMPORTED} rows, ${format}`, IMPORTED, product.pid, () =>
      bring(product.url, headers, content, `bench.${format}`),
    )
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from organization')
    if (rows[0]?.count !== IMPORTED) throw new Error(`${rows[0]?.count} rows were imported`)
    pairs.push({ subject, floor, aim: 0.5 })
  }
  return pairs
}

type View = { data: { id: number; sheet: number; header: number; columns: { field: string | null }[]; mode: string } }

/** Uploads a file and imports it with the guessed settings. */
async function bring(url: string, headers: Record<string, string>, content: Buffer, name: string): Promise<void> {
  const api = `${url}/adminApi`
  const json = { ...headers, 'content-type': 'application/json' }
  const upload = await fetch(`${api}/organization/import?name=${name}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(content),
  })
  const { data: view }: View = await upload.json()
  const { id, sheet, header, columns, mode } = view
  const plan = { sheet, header, mapping: columns.map(({ field }) => field), keys: ['code'], mode }
  const body = JSON.stringify({ id, plan, acceptWarnings: true })
  const begun = JSON.parse(await send({ url: `${api}/organization/importRun`, method: 'POST', headers: json, body }))
  for (;;) {
    const { data } = JSON.parse(await send({ url: `${api}/job/info?id=${begun.data.job}`, headers }))
    if (data.state === 'done') return
    if (data.state === 'failed') throw new Error(data.message)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function benchExport(client: pg.PoolClient, product: Server): Promise<Pair> {
  const { access_token } = await signIn(product.url)
  await empty(client)
  await client.query(`set session_replication_role = replica`)
  await client.query(`
    insert into organization (${COLUMNS}, path)
    select 'B' || n, 'School ' || n, 'school', 'Contact ' || n, '138' || lpad(n::text, 8, '0'), 'Street ' || n, 1,
      'b' || lpad(n::text, 8, '0'), '/' || n || '/' from generate_series(1, ${EXPORTED}) n`)
  await client.query(`set session_replication_role = origin`)
  await client.query('vacuum analyze organization')
  const floor = await timed('floor of export', EXPORTED, 0, async () => {
    const stream = client.query(
      copyTo(
        `copy (select pid, code, name, short_name, type, level_ids, area_code, contact, phone, address, status
         from organization order by id) to stdout with (format csv)`,
      ),
    )
    for await (const _ of stream);
  })
  forgetPeak(product.pid)
  const subject = await timed(`export of ${EXPORTED} rows, csv`, EXPORTED, product.pid, async () => {
    const answer = await fetch(`${product.url}/adminApi/organization/export?format=csv`, {
      headers: { authorization: `Bearer ${access_token}` },
    })
    let lines = 0
    for await (const chunk of answer.body ?? []) lines += newlines(chunk)
    if (lines !== EXPORTED + 1) throw new Error(`${lines} lines were exported`)
  })
  return { subject, floor }
}

function newlines(chunk: Uint8Array): number {
  let count = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count++
  return count
}

function* copyLines(count: number): Generator<string> {
  for (let from = 0; from < count; from += 1_000) {
    yield Array.from({ length: 1_000 }, (_, at) => {
      const n = from + at + 1
      return `B${n}\tSchool ${n}\tschool\tContact ${n}\t138${String(n).padStart(8, '0')}\tStreet ${n}\t1\tb${String(n).padStart(8, '0')}\n`
    }).join('')
  }
}

/** Deletes all organizations and the change history, so that earlier data do not disturb the measurement. */
async function empty(client: pg.PoolClient): Promise<void> {
  await client.query('truncate change, import_row, import_verdict')
  await client.query(`set session_replication_role = replica`)
  await client.query('update admin_profile set dept_id = null')
  await client.query('delete from organization')
  await client.query(`set session_replication_role = origin`)
  await client.query('vacuum analyze organization')
}

async function timed(name: string, rows: number, pid: number, work: () => Promise<void>): Promise<Result> {
  const begin = performance.now()
  await work()
  const elapsed = performance.now() - begin
  return { name, p50: elapsed, p99: elapsed, rate: (rows / elapsed) * 1000, memory: await peakOf(pid) }
}

/** Resets the peak of a process's memory. */
function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** The peak memory of a process in MB; 0 without a process. */
async function peakOf(pid: number): Promise<number> {
  if (pid === 0) return 0
  const line = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1024
}
