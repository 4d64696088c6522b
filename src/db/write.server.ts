import type { Database, Db } from './client.server.ts'
import { transactionWith } from './transaction.server.ts'

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
  const settings = {
    'app.actor_id': author.id === null ? '' : String(author.id),
    'app.actor_name': author.name,
    'app.address': author.address,
    'app.request_id': author.requestId,
    'app.change_kind': kind,
  }
  const taken = `set_config('app.change_set_taken', nextval('change_set_id_seq')::text, true) as taken`
  return transactionWith(db, settings, taken, (tx, changeSetId) => work(tx, Number(changeSetId)))
}
