import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import type { legalCall } from './legal.api.server.ts'

const asked = v.object({ kind: v.picklist(['terms', 'privacy']), version: v.optional(v.number()) })

/** A version of a legal text. */
export const getLegal = createServerFn()
  .validator(asked)
  .handler(async ({ data: { kind, version } }) => {
    const path = '/api/site/legal'
    return (await callEndpoint<typeof legalCall>(undefined, { method: 'GET', path, query: { kind, version } })).data
  })
