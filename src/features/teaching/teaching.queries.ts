import { queryOptions } from '@tanstack/react-query'
import { crudClient } from '#src/crud/calls/crud-client.ts'
import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { TeachingForm, TeachingListRow } from './teaching.schema.ts'
import type { teachingEndpoints } from './teaching-calls.api.server.ts'

/** The typed client of the teaching controller. */
export const teachings = {
  ...crudClient<TeachingListRow, TeachingForm>('teaching'),
  /** The id of the current term. */
  current: getting<typeof teachingEndpoints.current>('/adminApi/teaching/current'),
  /** Copies the assignments of a term to another one. */
  copy: posting<typeof teachingEndpoints.copy>('/adminApi/teaching/copy'),
}

/** The current term, with which a new assignment begins. */
export const currentTermQuery = queryOptions({
  queryKey: ['teaching', 'current'],
  queryFn: ({ signal }) => teachings.current({}, signal),
})
