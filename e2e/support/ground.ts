import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { newSession } from '#src/backend/session-row.server.ts'
import type { TokenSet } from '#src/backend/token-set.ts'
import { type Database, openDatabase } from '#src/db/client.server.ts'
import { openEmbedded } from '#src/db/embedded/embedded.server.ts'
import { browserSession } from '#src/db/session.table.server.ts'
import { sessionSecret } from '../../scripts/lib/secrets.ts'
import { quickDirectory } from '../../tests/support/memory.ts'
import { copyPrepared } from '../../tests/support/prepared.ts'
import { type Product, runScript, untilReady } from '../../tests/support/product.ts'
import type { Side } from './contract.ts'

/** A product with a port, a data directory and a database of its own, as a first start leaves it. */
export interface Ground {
  /** Where it serves, without a slash at the end. */
  url: string
  db: Database
  /** All that the product has written to its terminal. */
  output(): string
  /** Begins a browser's session with these tokens. @returns its id, for the side's cookie */
  beginSession(side: Side, tokens: TokenSet): Promise<string>
  /** Whether anything recorded has been written since its start. */
  hasChanged(): Promise<boolean>
  /** Ends it in order and takes everything away. Throws when it did not end well. */
  end(): Promise<void>
}

/**
 * Starts a product on a copy of the prepared data directory; takes about two seconds.
 * @param env settings that differ from the usual ones
 */
export async function newGround(env: Record<string, string> = {}): Promise<Ground> {
  const directory = await quickDirectory('yardstick-e2e')
  // The database server's user has to pass through.
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
    async beginSession(side, tokens) {
      const { id, row } = newSession(secret, side, tokens, 86_400)
      await db.insert(browserSession).values(row)
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

/** The product of a worker: a fresh one for every file, but for files that only read. */
export class Keeper {
  #ground: Ground | undefined
  #user = ''
  #touched = false
  #ending: Promise<void> = Promise.resolve()

  /**
   * @param user who is to have it: the same user finds what they left
   * @param reads they leave it as it is, and may come after others who did
   */
  async groundFor(user: string, reads: boolean): Promise<Ground> {
    if (this.#ground && (user === this.#user || (reads && !this.#touched))) {
      this.#user = user
      return this.#ground
    }
    await this.end()
    this.#ground = await newGround()
    this.#user = user
    this.#touched = !reads
    return this.#ground
  }

  /** Ends what is there; the next one need not wait for it. */
  async end(): Promise<void> {
    await this.#ending
    const ending = this.#ground?.end() ?? Promise.resolve()
    this.#ground = undefined
    this.#ending = ending
    ending.catch(() => undefined)
  }

  /** Waits until nothing is left. */
  async close(): Promise<void> {
    await this.end()
    await this.#ending
  }
}
