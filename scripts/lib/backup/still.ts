import type pg from 'pg'
import { listSchemas, listTables, sqlOf, type Table } from './catalogue.ts'

/** How often the tables are asked for. */
const ATTEMPTS = 20

/** SQLSTATE of a table that has gone or got another name meanwhile, and of a deadlock with who gives it one. */
const MOVED: readonly unknown[] = ['42P01', '40P01']

/**
 * Begins a transaction that sees the database at one moment, and in which no table changes its definition: the server
 * tells definitions as they are now, and not as they were at that moment. So the tables are locked before it.
 */
export async function beginStill(client: pg.Client): Promise<{ schemas: string[]; tables: Table[] }> {
  for (let attempt = 1; ; attempt++) {
    const known = (await listTables(client, await listSchemas(client))).map(sqlOf)
    // The transaction sees the moment of its first query, which a lock is not.
    await client.query('begin isolation level repeatable read read only')
    try {
      if (known.length > 0) await client.query(`lock table ${known.join(', ')} in access share mode`)
      const schemas = await listSchemas(client)
      const tables = await listTables(client, schemas)
      if (attempt === ATTEMPTS || tables.every((table) => known.includes(sqlOf(table)))) return { schemas, tables }
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof Error && 'code' in error && MOVED.includes(error.code)))
        throw error
    }
    await client.query('rollback')
  }
}
