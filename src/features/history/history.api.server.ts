import { Hono } from 'hono'
import * as v from 'valibot'
import { write } from '#src/db/write.server.ts'
import { fieldErrors } from '#src/resource/form-schema.ts'
import { readJson } from '#src/server/body.server.ts'
import { tablesChanged } from '#src/server/cache/table-cache.server.ts'
import { type ApiEnv, actorOf, authorOf } from '#src/server/context.server.ts'
import { ok } from '#src/server/envelope.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { undoSchema } from '#src/server/history/history-query.server.ts'
import { undoChangeSet } from '#src/server/history/undo.server.ts'
import { undoText } from '#src/server/history/undo-refusal.server.ts'
import { once, requestOf } from '#src/server/write/idempotency.server.ts'

/** Undo for every resource. A user may undo a change if the user may make the opposite change. */
export const historyApi = new Hono<ApiEnv>().post('/undo', async (c) => {
  const body = await readJson(c)
  const asked = v.safeParse(undoSchema, body)
  if (!asked.success) throw new AppError(400, undefined, { errors: fieldErrors(asked.issues) })
  const { changeSetId, partial } = asked.output
  const { db } = c.get('deps')
  const data = await write(db, authorOf(c), 'undo', (tx, own) =>
    once(tx, requestOf(c, body), () => undoChangeSet(tx, actorOf(c), changeSetId, own, { partial })),
  )
  tablesChanged(db)
  return c.json(ok(data, undoText(data)))
})
