import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { newSession, proofColumns } from '#src/backend/session-row.server.ts'
import type { TokenSet } from '#src/backend/token-set.ts'
import { type Database, openDatabase } from '#src/db/client.server.ts'
import { openEmbedded } from '#src/db/embedded/embedded.server.ts'
import { browserSession } from '#src/db/session.table.server.ts'
import { sessionSecret } from '../../scripts/lib/secrets.ts'
import { quickDirectory } from '../../tests/support/memory.ts'
import { copyPrepared } from '../../tests/support/prepared.ts'
import { type Product, runScript, untilReady } from '../../tests/support/product.ts'
import { proofFor } from '../../tests/support/proofs.ts'
import type { Side } from './contract.ts'

/** A product with its own port, data directory and database, in the state after a first start. */
export interface Ground {
  /** Its base URL, without a trailing slash. */
  url: string
  db: Database
  /** Everything that the product has written to its terminal. */
  output(): string
  /**
   * Creates a browser session with these tokens.
   * @param proven whether it has a fresh proof; the usual case
   * @returns its id, for the side's cookie
   */
  beginSession(side: Side, tokens: TokenSet, proven?: boolean): Promise<string>
  /** Whether any recorded change was written since the start. */
  hasChanged(): Promise<boolean>
  /** Stops the product and deletes its directory. @throws Error when the product ends with an error code */
  end(): Promise<void>
}

/**
 * Starts a product on a copy of the prepared data directory. Takes about two seconds.
 * @param env environment variables that differ from the defaults
 */
export async function newGround(env: Record<string, string> = {}): Promise<Ground> {
  const directory = await quickDirectory('yardstick-e2e')
  // The database server's user must be able to enter the directory.
  await chmod(directory, 0o711)
  const dataDir = join(directory, 'data')
  await copyPrepared(dataDir)
  const product = await untilReady(runScript('start', [], { dataDir, env }))
  const server = await openEmbedded({ dataDir, log: () => undefined })
  const db = openDatabase(server.url, 4)
  const secret = await sessionSecret(dataDir)
  const changes = async () => (await db.execute(sql`select max(id) as last from change_set`)).rows[0]?.last
  const before = await changes()
  return {
    url: product.url,
    db,
    output: product.output,
    async beginSession(side, tokens, proven = true) {
      const { id, row } = newSession(secret, side, tokens, 86_400)
      // Most journeys are not about proving anew who one is.
      const given = proven ? await proofFor(db, tokens.token) : undefined
      await db.insert(browserSession).values({ ...row, ...(given ? proofColumns(secret, given) : {}) })
      return id
    },
    hasChanged: async () => (await changes()) !== before,
    async end() {
      await db.$client.end()
      await endInOrder(product)
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

async function endInOrder({ kill, finished }: Product): Promise<void> {
  kill('SIGTERM')
  const { code, output } = await finished
  if (code !== 0) throw new Error(`The product ended with ${code}:\n${output}`)
}

/** The product of one worker. Every file gets a fresh one, except files that only read. */
export class Keeper {
  #ground: Ground | undefined
  #user = ''
  #touched = false
  #ending: Promise<void> = Promise.resolve()

  /**
   * @param user name of the file or test: the same user gets the same product again
   * @param reads true when the user changes nothing and may share a product with other users that change nothing
   */
  async groundFor(user: string, reads: boolean): Promise<Ground> {
    if (this.#ground && (user === this.#user || (reads && !this.#touched))) {
      this.#user = user
      return this.#ground
    }
    await this.end()
    // The tests' own servers are on this machine.
    this.#ground = await newGround({ OUTGOING_ALLOW: 'localhost' })
    this.#user = user
    this.#touched = !reads
    return this.#ground
  }

  /** Starts to end the current product. The next product need not wait for it. */
  async end(): Promise<void> {
    await this.#ending
    const ending = this.#ground?.end() ?? Promise.resolve()
    this.#ground = undefined
    this.#ending = ending
    ending.catch(() => undefined)
  }

  /** Ends the current product and waits until every product has ended. */
  async close(): Promise<void> {
    await this.end()
    await this.#ending
  }
}
