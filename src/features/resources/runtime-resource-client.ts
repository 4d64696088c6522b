import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { ListRow } from '#src/crud/grid/list-table.ts'
import type { TreeRow } from '#src/crud/list/tree.ts'
import type { ResourceKey } from '#src/resource/registry.ts'

/** A row of which no code knows the fields. */
export type RuntimeRow = ListRow & TreeRow & Record<string, unknown>

/** The calls of a stored resource. */
export function runtimeResourceClient(key: string) {
  // Seam: the type of keys knows the code's alone; of this one its description says that it exists.
  return crudClient<RuntimeRow, Record<string, unknown>>(key as ResourceKey)
}
