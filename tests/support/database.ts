import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestServer } from './global-database.ts'

export interface FreshDatabase {
  /** A node-postgres connection string. */
  url: string
  /** Drops the database and closes connections that are still open. */
  drop(): Promise<void>
}

interface Server extends TestServer {
  /** Connects to the server's own database, from which the test databases are created and dropped. */
  pool: pg.Pool
}

let server: Promise<Server> | undefined

/** Makes a database for a test: migrated, seeded, with the accounts `admin` and `member`. Takes about 30 ms. */
export async function freshDatabase(): Promise<FreshDatabase> {
  server ??= openServer()
  const { url, template, pool } = await server
  const name = `test_${randomBytes(6).toString('hex')}`
  // file_copy copies the files directly. This is fast where nothing has to reach a disk.
  await pool.query(`create database ${name} template ${template} strategy file_copy`)
  return {
    url: url.replace('/postgres?', `/${name}?`),
    drop: async () => void (await pool.query(`drop database if exists ${name} with (force)`)),
  }
}

async function openServer(): Promise<Server> {
  const known = await askForServer()
  const pool = new pg.Pool({ connectionString: known.url, max: 2, allowExitOnIdle: true })
  // The server ends before this process does, which breaks idle connections.
  pool.on('error', () => undefined)
  return { ...known, pool }
}

/** Asks for the database server with node:http, because tests replace `fetch`. @throws Error when there is none */
function askForServer(): Promise<TestServer> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: inject('databaseDoor') }, async (response) => {
      const said = await text(response)
      if (response.statusCode === 200) resolve(JSON.parse(said))
      else reject(new Error(`There is no database server for the tests: ${said}`))
    }).once('error', reject)
  })
}
