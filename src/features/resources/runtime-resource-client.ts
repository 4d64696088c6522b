import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { ListRow } from '#src/crud/grid/list-table.ts'
import type { ResourceKey } from '#src/resource/registry.ts'
import type { TreeRow } from '#src/crud/list/tree.ts'

/** A row of which no code knows the fields. */
export type StoredRow = ListRow & TreeRow & Record<string, unknown>

/** The calls of a stored resource. */
export function storedClient(key: string) {
  // Seam: the type of keys knows the code's alone; of this one its description says that it exists.
  return crudClient<StoredRow, Record<string, unknown>>(key as ResourceKey)
}
