import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Operation } from '#src/server/openapi/operation.server.ts'
import { clearCacheBody } from './cache.api.server.ts'

/** The OpenAPI operations for clearing caches. */
export const cacheOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/admin/ajax/clearCache',
    tag: 'site',
    security: 'admin',
    body: { type: 'application/json', schema: clearCacheBody },
    answer: v.null(),
    errors: [422],
    summary: m.call_clearCache,
  },
]
