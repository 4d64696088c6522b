import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { ListRow } from '#src/crud/grid/list-table.ts'
import type { TreeRow } from '#src/crud/list/tree.ts'
import type { ResourceKey } from '#src/resource/registry.ts'

/** A row of a runtime resource. The code does not know its fields. */
export type RuntimeRow = ListRow & TreeRow & Record<string, unknown>

/** The client of a runtime resource. */
export function runtimeResourceClient(key: string) {
  // Seam: the key type contains only resources in code; the description proves that this key exists.
  return crudClient<RuntimeRow, Record<string, unknown>>(key as ResourceKey)
}
