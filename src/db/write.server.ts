import type { Database, Db } from './client.server.ts'
import { transactionWith } from './transaction.server.ts'

/** The author of a change, as the change history stores it: account, address and request. */
export type Author = {
  id: number | null
  name: string
  address: string
  requestId: string
  /** The API token of the account that has made it. */
  apiTokenId?: number
  /** What came with the request to prove anew who the author is; `checked` once it was found valid. */
  proof?: { hash: string; familyId: number } | 'checked'
}

/**
 * `restore` and `rollback`: deleted rows and sensitive fields that came back from their logs. `redact`: the personal
 * values of a person were taken out of the history.
 */
export type ChangeKind = 'save' | 'bulk' | 'import' | 'undo' | 'seed' | 'restore' | 'rollback' | 'redact'

/** The author of seeds and maintenance commands. */
export const systemAuthor: Author = { id: null, name: 'system', address: '', requestId: '' }

/**
 * Runs `work` in a transaction and records its changes under one change set of the author. Inside, use only the given
 * `tx`.
 * @param work gets the id that the change set has if something changes
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
