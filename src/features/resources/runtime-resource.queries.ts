import { queryOptions } from '@tanstack/react-query'
import { BackendError } from '#src/backend/backend-error.ts'
import { getting } from '#src/crud/calls/endpoint-calls.ts'
import type { resourceEndpoints } from './resource.api.server.ts'

const reading = getting<typeof resourceEndpoints.description>('/adminApi/resource/description')

/**
 * The description of the runtime resource at a path of the back office. The result is `refused` when the user may not
 * see it, and `missing` when there is none.
 */
export const runtimeResourceQuery = (path: string) =>
  queryOptions({
    queryKey: ['resource', 'description', path],
    queryFn: async ({ signal }) => {
      try {
        return await reading({ path }, signal)
      } catch (error) {
        if (error instanceof BackendError && error.code === 403) return 'refused'
        // A back end without runtime resources does not have this endpoint.
        if (error instanceof BackendError && (error.code === 404 || error.code === 501)) return 'missing'
        throw error
      }
    },
    gcTime: Number.POSITIVE_INFINITY,
  })
