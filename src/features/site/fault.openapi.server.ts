import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Operation } from '#src/server/openapi/operation.server.ts'
import { faultSchema } from './fault.api.server.ts'

/** The OpenAPI operations for reports of missing pages. */
export const faultOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/fault/report',
    tag: 'site',
    security: 'none',
    body: { type: 'application/json', schema: faultSchema },
    answer: v.strictObject({ number: v.number() }),
    errors: [422, 429],
    summary: m.call_fault,
  },
]
