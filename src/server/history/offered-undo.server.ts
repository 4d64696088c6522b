import type { Db } from '#src/db/client.server.ts'
import { standardVerbs } from '#src/resource/registry.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { factsOfSets } from './change-sets.server.ts'

/**
 * The answer of a write without its change set when that can never be taken back, so that no client offers to. A ledger
 * has no deletion that would take back an entry, and a writer of its own may write to tables that no resource shows.
 */
export async function withOfferedUndo(
  tx: Db,
  { resource, nodes }: RegisteredResource,
  data: unknown,
): Promise<unknown> {
  const isUsual = !resource.write && standardVerbs.every((verb) => nodes[verb])
  if (isUsual || typeof data !== 'object' || data === null || !('changeSetId' in data)) return data
  const set = Number(data.changeSetId ?? 0)
  const facts = (await factsOfSets(tx, [{ set_id: set, kind: 'save' }])).get(set)
  return facts?.undoable ? data : { ...data, changeSetId: null }
}
