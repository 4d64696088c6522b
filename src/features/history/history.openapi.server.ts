import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { undoSchema } from '#src/server/history/history-query.server.ts'
import { undoReasons } from '#src/server/history/undo-refusal.server.ts'
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
    errors: [404, 409, 422],
    body: { type: 'application/json', schema: undoSchema },
    answer: v.strictObject({
      changeSetId,
      /** Number of rows that are as they were before: added rows that it removed, deleted and changed rows. */
      undone: v.number(),
      removed: v.number(),
      restored: v.number(),
      changed: v.number(),
      /** With `partial`: rows that undo left unchanged, at most a hundred, and the number of all of them. */
      refused: v.array(
        v.strictObject({ ...refusedRow.entries, resource: v.string(), reason: v.picklist(undoReasons) }),
      ),
      left: v.number(),
    }),
    summary: m.call_undo,
  },
]
