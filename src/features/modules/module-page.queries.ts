import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pageAnswer } from '#src/backend/page-answer.ts'
import { getting } from '#src/crud/calls/endpoint-calls.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { moduleScreenEndpoints } from './module-screens.api.server.ts'

type Call = (typeof moduleScreenEndpoints)['page']
const reading = getting<Call>('/adminApi/module/page')

/** A page of a module as it is shown. */
export type ShownModulePage = AnswerOf<Call>

/** The page of a module at a path of the back office: `refused` when the user may not see it, `missing` without one. */
export const modulePageQuery = (path: string) =>
  queryOptions({
    queryKey: ['module', 'page', path],
    queryFn: ({ signal }) => pageAnswer(reading({ path }, signal)),
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The page at a path, if the guard has found one. When it has gone meanwhile, what is open stays. */
export function useModulePage(path: string): ShownModulePage | undefined {
  const { data } = useQuery({ ...modulePageQuery(path), enabled: false })
  const [known, setKnown] = useState(data)
  if (data !== known && typeof data === 'object') setKnown(data)
  return typeof known === 'object' ? known : undefined
}
