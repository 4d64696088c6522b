import { queryOptions } from '@tanstack/react-query'
import { BackendError } from '#src/backend/backend-error.ts'
import { crudGet } from '#src/crud/calls/crud-rpc.ts'
import type { Description } from '#src/resource/description.ts'
import type { RuntimeRow } from './runtime-resource-client.ts'

/**
 * The description of the runtime resource at a path of the back office. The result is `refused` when the user may not
 * see it, and `missing` when there is none.
 */
export const runtimeResourceQuery = (path: string) =>
  queryOptions({
    queryKey: ['resource', 'description', path],
    queryFn: async ({ signal }) => {
      try {
        const data = { key: 'resource', action: 'description', query: { path } }
        return await crudGet<{ description: Description<RuntimeRow> }>({ data, signal })
      } catch (error) {
        if (error instanceof BackendError && error.code === 403) return 'refused'
        // A back end without runtime resources does not have this endpoint.
        if (error instanceof BackendError && (error.code === 404 || error.code === 501)) return 'missing'
        throw error
      }
    },
    gcTime: Number.POSITIVE_INFINITY,
  })
