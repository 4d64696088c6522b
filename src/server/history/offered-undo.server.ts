import type { Db } from '#src/db/client.server.ts'
import { standardVerbs } from '#src/resource/registry.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { factsOfSets } from './change-sets.server.ts'

/**
 * The answer of a write without its change set when that can never be taken back, so that no client offers to. A ledger
 * has no deletion that would take back an entry, and a writer of its own may write to tables that no resource shows.
 */
export async function withOfferedUndo<T extends { changeSetId: number | null }>(
  tx: Db,
  { resource, nodes }: RegisteredResource,
  data: T,
): Promise<Omit<T, 'changeSetId'> & { changeSetId: number | null }> {
  const isUsual = !resource.write && standardVerbs.every((verb) => nodes[verb])
  const set = data.changeSetId
  if (isUsual || set === null) return data
  const facts = (await factsOfSets(tx, [{ set_id: set, kind: 'save' }])).get(set)
  return facts?.undoable ? data : { ...data, changeSetId: null }
}
