import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { undoSchema } from '#src/server/history/history-query.server.ts'
import { changeSetId, refusedRow } from '#src/server/openapi/bulk-history.openapi.server.ts'
import type { Operation } from '#src/server/openapi/operation.server.ts'

/** The OpenAPI operations for undo. */
export const historyOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/adminApi/history/undo',
    tag: 'resource',
    security: 'admin',
    idempotent: true,
    errors: [404, 409],
    body: { type: 'application/json', schema: undoSchema },
    answer: v.strictObject({
      changeSetId,
      /** Number of rows that are as they were before. */
      undone: v.number(),
      /** With `partial`: rows that undo left unchanged. */
      refused: v.array(v.strictObject({ ...refusedRow.entries, resource: v.string() })),
    }),
    summary: m.call_undo,
  },
]
