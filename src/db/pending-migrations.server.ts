import { readFile } from 'node:fs/promises'
import pg from 'pg'
import * as v from 'valibot'

const journal = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ entries: v.array(v.object({ when: v.number(), tag: v.string() })) }),
)

/**
 * The names of the migrations that a database lacks, in their order. It only reads.
 * @param url a database; without one, none is applied
 */
export async function pendingMigrations(url: string | undefined): Promise<string[]> {
  const { entries } = v.parse(
    journal,
    await readFile(new URL('./migrations/meta/_journal.json', import.meta.url), 'utf8'),
  )
  const last = url === undefined ? 0 : await lastApplied(url)
  // The migrator decides by the time as well.
  return entries.filter(({ when }) => when > last).map(({ tag }) => tag)
}

async function lastApplied(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const table = await client.query<{ name: string | null }>(
      `select to_regclass('drizzle.__drizzle_migrations')::text as name`,
    )
    if (!table.rows[0]?.name) return 0
    const { rows } = await client.query<{ last: string | null }>(
      'select max(created_at)::text as last from drizzle.__drizzle_migrations',
    )
    return Number(rows[0]?.last ?? 0)
  } finally {
    await client.end()
  }
}
