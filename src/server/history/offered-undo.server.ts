import type { Db } from '#src/db/client.server.ts'
import { standardVerbs } from '#src/resource/registry.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { factsOfSets } from './change-sets.server.ts'

/**
 * The change set of a write for its answer. Null when it can never be taken back, so that no client offers to: a ledger
 * has no deletion that would take back an entry, and a writer of its own may write to tables that no resource shows.
 */
export async function offeredUndo(
  tx: Db,
  { resource, nodes }: RegisteredResource,
  set: number,
): Promise<number | null> {
  const isUsual = !resource.write && standardVerbs.every((verb) => nodes[verb])
  if (isUsual) return set
  const facts = (await factsOfSets(tx, [{ set_id: set, kind: 'save' }])).get(set)
  return facts?.undoable ? set : null
}
