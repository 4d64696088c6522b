import { queryOptions } from '@tanstack/react-query'
import { BackendError } from '#src/backend/backend-error.ts'
import { crudGet } from '#src/crud/crud-calls.ts'
import { crudClient } from '#src/crud/crud-client.ts'
import type { Description } from '#src/crud/description.ts'
import type { ListRow } from '#src/crud/list/list-table.ts'
import type { ResourceKey } from '#src/crud/registry.ts'
import type { TreeRow } from '#src/crud/tree.ts'

/** A row of which no code knows the fields. */
export type StoredRow = ListRow & TreeRow & Record<string, unknown>

/**
 * The description behind a path of the back office, as far as one is stored and the person may see it: otherwise it
 * says which of the two fails.
 */
export const storedQuery = (path: string) =>
  queryOptions({
    queryKey: ['resource', 'description', path],
    queryFn: async ({ signal }) => {
      try {
        const data = { key: 'resource', action: 'description', query: { path } }
        return await crudGet<{ description: Description<StoredRow> }>({ data, signal })
      } catch (error) {
        if (error instanceof BackendError && error.code === 403) return 'refused'
        // A back end without such resources says that it has no such call.
        if (error instanceof BackendError && (error.code === 404 || error.code === 501)) return 'missing'
        throw error
      }
    },
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The calls of a stored resource. */
export function storedClient(key: string) {
  // Seam: the type of keys knows the code's alone; of this one its description says that it exists.
  return crudClient<StoredRow, Record<string, unknown>>(key as ResourceKey)
}
