import { can, type Node } from '#src/resource/registry.ts'
import type { Actor } from '../access/actor.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { AppError } from '../errors.server.ts'
import type { ImportPlan } from './plan.server.ts'

/** Which actions an import may take for an actor. */
export function mayImport(actor: Actor, { nodes }: Pick<RegisteredResource, 'nodes'>): { add: boolean; edit: boolean } {
  const may = (node: Node | undefined) => node !== undefined && can(actor, node)
  return { add: may(nodes.add), edit: may(nodes.edit) }
}

/**
 * @throws AppError 403 unless the actor has the rights of this mode; without a mode, one of the rights is enough. 404
 * for a resource without imports
 */
export function assertMayImport(
  actor: Actor,
  registered: Pick<RegisteredResource, 'nodes'>,
  mode?: ImportPlan['mode'],
): void {
  if (!registered.nodes.add && !registered.nodes.edit) throw new AppError(404)
  const may = mayImport(actor, registered)
  const allowed = { both: may.add && may.edit, add: may.add, update: may.edit }
  if (mode ? !allowed[mode] : !may.add && !may.edit) throw new AppError(403)
}
