import { Hono } from 'hono'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { write } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { fieldErrors } from '#src/resource/form-schema.ts'
import { readJson } from '#src/server/body.server.ts'
import { type ApiContext, type ApiEnv, actorOf, authorOf } from '#src/server/context.server.ts'
import { ok } from '#src/server/envelope.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { idList } from '#src/server/list/crud-query.server.ts'
import { explainDbError } from '#src/server/write/db-errors.server.ts'
import { once, requestOf } from '#src/server/write/idempotency.server.ts'
import { addedView, chosenView, editedView, resourceKey } from './view.schema.ts'
import { addView, chooseDefault, deleteViews, editView, viewsOf } from './view.server.ts'

/**
 * The endpoints of saved views. They need no node: a view contains only settings, and the list endpoint checks access
 * to rows.
 */
export const viewApi = new Hono<ApiEnv>()
  .get('/index', async (c) => {
    const resource = v.safeParse(resourceKey, c.req.query('resource'))
    if (!resource.success) throw new AppError(400, undefined, { errors: { resource: [m.rule_type()] } })
    return c.json(ok(await viewsOf(c.get('deps').db, actorOf(c), resource.output)))
  })
  .post('/add', async (c) => {
    const { body, input } = await read(c, addedView)
    const { resource, name, roleIds = [], state } = input
    const data = await saving(c, body, (tx) => addView(tx, actorOf(c), resource, { name, roleIds, state }))
    return c.json(ok(data, m.success_added()))
  })
  .post('/edit', async (c) => {
    const { body, input } = await read(c, editedView)
    return c.json(ok(await saving(c, body, (tx) => editView(tx, actorOf(c), input)), m.success_updated()))
  })
  .delete('/del', async (c) => {
    const ids = v.safeParse(idList, c.req.queries('ids[]') ?? c.req.query('ids')?.split(',') ?? [])
    if (!ids.success) throw new AppError(400, undefined, { errors: { ids: [m.rule_type()] } })
    const count = await saving(c, {}, (tx) => deleteViews(tx, actorOf(c), ids.output))
    return c.json(ok({ count }, m.success_deleted({ count })))
  })
  .post('/default', async (c) => {
    const { body, input } = await read(c, chosenView)
    await saving(c, body, (tx) => chooseDefault(tx, actorOf(c), input.resource, input.id))
    return c.json(ok({ id: input.id }, m.success_updated()))
  })

async function read<T extends v.GenericSchema>(c: ApiContext, schema: T) {
  const body = await readJson(c)
  const input = v.safeParse(schema, body)
  if (!input.success) throw invalid(fieldErrors(input.issues))
  return { body, input: input.output as v.InferOutput<T> }
}

/** Runs `work` in one recorded transaction, at most once per Idempotency-Key. */
async function saving<T>(c: ApiContext, body: unknown, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await write(c.get('deps').db, authorOf(c), 'save', (tx) => once(tx, requestOf(c, body), () => work(tx)))
  } catch (error) {
    throw explainDbError(error, { saved_view_name_key: { field: 'name', label: m.view_name() } })
  }
}
