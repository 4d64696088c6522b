import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface FreshDatabase {
  /** A node-postgres connection string. */
  url: string
  /** Removes it, together with connections that are still open. */
  drop(): Promise<void>
}

/** A database of its own for a test: migrated, seeded, with the accounts `admin` and `member`. Takes about 50 ms. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { url, template } = inject('server')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(url, `create database ${name} template ${template} strategy wal_log`)
  return {
    url: url.replace('/postgres?', `/${name}?`),
    drop: () => onServer(url, `drop database if exists ${name} with (force)`),
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
