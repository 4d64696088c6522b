import { useCan } from '#src/layout/can.tsx'
import type { Description } from '#src/resource/description.ts'
import type { Node } from '#src/resource/registry.ts'

/** The rights of the signed-in user on the rows of a resource. */
export type Rights = { add: boolean; edit: boolean; del: boolean }

export function useRights({ menu }: Pick<Description, 'menu'>): Rights {
  const can = useCan()
  // Seam: permission nodes are built from the menu path. A runtime resource's menu path is only known as text.
  const may = (action: string) => can(`${menu}/${action}` as Node)
  return { add: may('add'), edit: may('edit'), del: may('del') }
}
