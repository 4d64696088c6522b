import { useCan } from '#src/layout/can.tsx'
import type { Description } from '#src/resource/description.ts'
import { nodesOf } from '#src/resource/registry.ts'

/** The rights of the signed-in user on the rows of a resource. Nobody has a right that the resource does not offer. */
export type Rights = { add: boolean; edit: boolean; del: boolean }

export function useRights(description: Pick<Description, 'key' | 'menu' | 'verbs'>): Rights {
  const can = useCan()
  const nodes = nodesOf(description)
  const may = (verb: keyof Rights) => {
    const node = nodes[verb]
    return node !== undefined && can(node)
  }
  return { add: may('add'), edit: may('edit'), del: may('del') }
}
