import { crudClient } from '#src/crud/crud-client.ts'
import type { ListRow } from '#src/crud/list/list-table.ts'
import type { ResourceKey } from '#src/crud/registry.ts'
import type { TreeRow } from '#src/crud/tree.ts'

/** A row of which no code knows the fields. */
export type StoredRow = ListRow & TreeRow & Record<string, unknown>

/** The calls of a stored resource. */
export function storedClient(key: string) {
  // Seam: the type of keys knows the code's alone; of this one its description says that it exists.
  return crudClient<StoredRow, Record<string, unknown>>(key as ResourceKey)
}
