import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Operation } from '#src/server/openapi/operation.server.ts'

/** The OpenAPI operations of the API documentation itself. */
export const referenceOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/openapi.json',
    tag: 'reference',
    security: 'none',
    summary: m.call_openapi,
    bare: 'application/json',
    answer: v.looseObject({ openapi: v.string(), paths: v.looseObject({}) }),
  },
  {
    method: 'get',
    path: '/api/docs',
    tag: 'reference',
    security: 'session',
    summary: m.call_docs,
    bare: 'text/html',
    answer: v.string(),
  },
]
