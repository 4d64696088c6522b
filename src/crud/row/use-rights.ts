import { useCan } from '#src/layout/can.tsx'
import type { Description } from '#src/resource/description.ts'
import type { Node } from '#src/resource/registry.ts'

/** What the signed-in person may do with the rows of a resource. */
export type Rights = { add: boolean; edit: boolean; del: boolean }

export function useRights({ menu }: Pick<Description, 'menu'>): Rights {
  const can = useCan()
  // Seam: the nodes of a resource are made from its menu path, which for one from the database is only known as text.
  const may = (action: string) => can(`${menu}/${action}` as Node)
  return { add: may('add'), edit: may('edit'), del: may('del') }
}
