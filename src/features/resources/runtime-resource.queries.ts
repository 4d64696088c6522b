import { queryOptions } from '@tanstack/react-query'
import { pageAnswer } from '#src/backend/page-answer.ts'
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
    queryFn: ({ signal }) => pageAnswer(reading({ path }, signal)),
    gcTime: Number.POSITIVE_INFINITY,
  })
