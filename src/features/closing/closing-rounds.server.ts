import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, Db } from '#src/db/client.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { closeAccount } from '#src/features/members/close.server.ts'
import { Rounds } from '#src/server/rounds.server.ts'

/** Milliseconds between two looks. */
const LOOK_MS = 30_000

/**
 * Closes the account of the member whose request is due first, in one transaction, so that a process that dies leaves
 * nothing half done. Other processes pass over it meanwhile. Members whom a legal hold keeps wait until it is lifted.
 * @param passed members that were tried already; this one is added
 * @returns whether there was one
 */
export function closeNextDue(db: Database, secret: string, passed: Set<number> = new Set()): Promise<boolean> {
  return write(db, systemAuthor, 'redact', async (tx) => {
    const id = await takeDue(tx, [...passed])
    if (id === undefined) return false
    passed.add(id)
    await closeAccount(tx, secret, id, systemAuthor)
    return true
  })
}

/** The next member whose request is due, with account and request locked. */
async function takeDue(tx: Db, passed: readonly number[]): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select a.id from closing_request r join account a on a.id = r.account_id
    where r.state = 'waiting' and r.due_time <= now() and a.kind = 'user'
      and a.id <> all (${sql.param([...passed])}::bigint[])
      and not exists (select from legal_holds(now()) h where h.extent = 'all'
        or h.extent = 'resource' and h.resource = 'member' or h.extent = 'person' and h.account_id = a.id)
    order by r.due_time, r.id limit 1 for no key update of a, r skip locked`)
  return rows[0] && Number(rows[0].id)
}

type Options = { db: Database; log: Logger; secret: string }

/** Looks for requests that are due while the process runs. */
export class ClosingRounds extends Rounds {
  readonly #options: Options
  /** Whose closing failed is tried again when all others are closed. */
  #passed = new Set<number>()

  constructor(options: Options) {
    super({ log: options.log, lookMs: LOOK_MS, trouble: 'accounts that were to be closed are still open' })
    this.#options = options
  }

  protected async work(): Promise<boolean> {
    const { db, log, secret } = this.#options
    const closed = await closeNextDue(db, secret, this.#passed)
    if (closed) log.info('an account was closed at the request of its member')
    else this.#passed = new Set()
    return closed
  }
}
