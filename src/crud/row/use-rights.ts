import { useCan } from '#src/layout/can.tsx'
import type { Description } from '#src/resource/description.ts'
import { nodesOf } from '#src/resource/registry.ts'

/**
 * The rights of the signed-in user on the rows of a resource. Nobody has a right that the resource does not offer.
 * `restore`: bringing back what one deletes, which needs the right to add rows where there is one.
 */
export type Rights = { add: boolean; edit: boolean; del: boolean; restore: boolean }

export function useRights(description: Pick<Description, 'key' | 'menu' | 'verbs'>): Rights {
  const can = useCan()
  const nodes = nodesOf(description)
  const may = (verb: 'add' | 'edit' | 'del') => {
    const node = nodes[verb]
    return node !== undefined && can(node)
  }
  return { add: may('add'), edit: may('edit'), del: may('del'), restore: may(nodes.add ? 'add' : 'del') }
}
