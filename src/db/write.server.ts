import { sql } from 'drizzle-orm'
import type { Database, Db } from './client.server.ts'

/** Who changes something, and from where: what the change history keeps of it. */
export type Author = { id: number | null; name: string; address: string; requestId: string }

export type ChangeKind = 'save' | 'bulk' | 'import' | 'undo' | 'seed'

/** Nobody in particular: seeds and maintenance commands. */
export const systemAuthor: Author = { id: null, name: 'system', address: '', requestId: '' }

/**
 * Runs `work` in a transaction whose changes are recorded under one change set of the author.
 * Inside, use only the given `tx`.
 * @param work gets the number that the change set will have when something changes
 */
export function write<T>(
  db: Database,
  author: Author,
  kind: ChangeKind,
  work: (tx: Db, changeSetId: number) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{
      taken: string
    }>(sql`select set_config('app.actor_id', ${author.id === null ? '' : String(author.id)}, true),
      set_config('app.actor_name', ${author.name}, true), set_config('app.address', ${author.address}, true),
      set_config('app.request_id', ${author.requestId}, true), set_config('app.change_kind', ${kind}, true),
      set_config('app.change_set_taken', nextval('change_set_id_seq')::text, true) as taken`)
    return work(tx, Number(rows[0]?.taken))
  })
}
