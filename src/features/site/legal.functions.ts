import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import type { legalCall } from './legal.api.server.ts'

const asked = v.object({ kind: v.picklist(['terms', 'privacy']), version: v.optional(v.number()) })

/** A version of a legal text. */
const legalFunction = createServerFn()
  .validator(asked)
  .handler(async ({ data: { kind, version } }) => {
    const path = '/api/site/legal'
    return (await callEndpoint<typeof legalCall>(undefined, { method: 'GET', path, query: { kind, version } })).data
  })

/** A version of the terms of use or of the privacy policy; without a number the current one. */
export const legalQuery = (kind: 'terms' | 'privacy', version: number | undefined) =>
  queryOptions({
    queryKey: ['legal', kind, version ?? 0],
    queryFn: () => legalFunction({ data: { kind, ...(version === undefined ? {} : { version }) } }),
  })
