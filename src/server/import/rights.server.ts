import { can } from '#src/resource/registry.ts'
import type { Actor } from '../access/actor.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { AppError } from '../errors.server.ts'
import type { ImportPlan } from './plan.server.ts'

/** Which actions an import may take for an actor. */
export function mayImport(actor: Actor, { nodes }: Pick<RegisteredResource, 'nodes'>): { add: boolean; edit: boolean } {
  return { add: can(actor, nodes.add), edit: can(actor, nodes.edit) }
}

/** @throws AppError 403 unless the actor has the rights of this mode; without a mode, one of the rights is enough */
export function assertMayImport(
  actor: Actor,
  registered: Pick<RegisteredResource, 'nodes'>,
  mode?: ImportPlan['mode'],
): void {
  const may = mayImport(actor, registered)
  const allowed = { both: may.add && may.edit, add: may.add, update: may.edit }
  if (mode ? !allowed[mode] : !may.add && !may.edit) throw new AppError(403)
}
