import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { tablesChanged } from '../cache/table-cache.server.ts'
import { authorOf } from '../context.server.ts'
import { changeSetId, refusedRow } from '../endpoint/answer-parts.server.ts'
import { endpoint } from '../endpoint/endpoint.server.ts'
import { undoSchema } from './history-query.server.ts'
import { undoChangeSet } from './undo.server.ts'
import { undoReasons, undoText } from './undo-refusal.server.ts'

/** Undo for every resource. A user may undo a change if the user may make the opposite change. */
export const undoCall = endpoint({
  method: 'post',
  path: '/adminApi/history/undo',
  tag: 'resource',
  summary: m.call_undo,
  security: 'admin',
  body: undoSchema,
  answer: v.strictObject({
    changeSetId,
    /** Number of rows that are as they were before: added rows that it removed, deleted and changed rows. */
    undone: v.number(),
    removed: v.number(),
    restored: v.number(),
    changed: v.number(),
    /** With `partial`: rows that undo left unchanged, at most a hundred, and the number of all of them. */
    refused: v.array(v.strictObject({ ...refusedRow.entries, resource: v.string(), reason: v.picklist(undoReasons) })),
    left: v.number(),
  }),
  errors: [403, 404, 409],
  write: 'undo',
  run: ({ c, tx, actor, body, changeSetId: own }) =>
    undoChangeSet(tx, actor, body.changeSetId, own, { partial: body.partial, author: authorOf(c) }),
  msg: undoText,
  committed: ({ db }) => tablesChanged(db),
})
