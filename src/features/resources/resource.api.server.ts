import { Hono } from 'hono'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { write } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { fieldErrors } from '#src/resource/form-schema.ts'
import { can } from '#src/resource/registry.ts'
import { readJson } from '#src/server/body.server.ts'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import { type ApiContext, type ApiEnv, actorOf, authorOf } from '#src/server/context.server.ts'
import { crudRoutes } from '#src/server/crud/crud.server.ts'
import type { RegisteredResource } from '#src/server/crud/resource-registry.server.ts'
import { ok } from '#src/server/envelope.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { idList } from '#src/server/list/crud-query.server.ts'
import { explainDbError } from '#src/server/write/db-errors.server.ts'
import { once, requestOf } from '#src/server/write/idempotency.server.ts'
import { resourceKey } from '../views/view.schema.ts'
import { addedResource, editedResource } from './resource.openapi.server.ts'
import { validateGuards } from './runtime-guards.server.ts'
import { findRuntimeResource, runtimeDescriptions, runtimeKeyAt } from './runtime-resource.server.ts'
import { addRuntimeResource, deleteRuntimeResource, editRuntimeResource } from './runtime-write.server.ts'

/**
 * The endpoints of runtime resources. Reading one description requires its index node; all other endpoints require a
 * super admin.
 */
export const resourceApi = new Hono<ApiEnv>()
  .get('/description', async (c) => {
    const { db } = c.get('deps')
    const path = c.req.query('path')
    const asked = v.safeParse(resourceKey, path === undefined ? c.req.query('key') : await runtimeKeyAt(db, path))
    if (!asked.success && path === undefined) throw new AppError(400, undefined, { errors: { key: [m.rule_type()] } })
    const found = asked.success ? await findRuntimeResource(db, { key: asked.output }) : undefined
    if (!found) throw new AppError(404, m.error_rowMissing())
    if (!can(actorOf(c), found.nodes.index)) throw new AppError(403)
    return c.json(ok({ description: found.resource.description }))
  })
  .get('/index', async (c) => {
    superOnly(c)
    const rows = await runtimeDescriptions(c.get('deps').db)
    const list = rows.map(({ id, version, key, tableName, scopeField, description }) => ({
      id,
      version,
      key,
      tableName,
      scopeField,
      description,
    }))
    return c.json(ok({ list, total: list.length }))
  })
  .post('/add', async (c) => {
    const { body, input } = await read(c, addedResource)
    const { tableName, scopeField = null, description } = input
    return c.json(
      ok(
        await saving(c, body, (tx) => addRuntimeResource(tx, { tableName, scopeField, description })),
        m.success_added(),
      ),
    )
  })
  .post('/edit', async (c) => {
    const { body, input } = await read(c, editedResource)
    return c.json(ok(await saving(c, body, (tx) => editRuntimeResource(tx, input)), m.success_updated()))
  })
  .delete('/del', async (c) => {
    superOnly(c)
    const ids = v.safeParse(idList, c.req.queries('ids[]') ?? c.req.query('ids')?.split(',') ?? [])
    if (!ids.success) throw new AppError(400, undefined, { errors: { ids: [m.rule_type()] } })
    const count = await saving(c, {}, (tx) => deleteRuntimeResource(tx, ids.output))
    return c.json(ok({ count }, m.success_deleted({ count })))
  })

/**
 * The endpoints of all runtime resources, at `/adminApi/:key`. The resource is looked up for each request. Mounted
 * after the resources in code, so that those come first.
 */
export const runtimeResourceApi = new Hono<ApiEnv>()
  .use(async (c, next) => {
    const asked = v.safeParse(resourceKey, c.req.param('key'))
    const found = asked.success ? await findRuntimeResource(c.get('deps').db, { key: asked.output }) : undefined
    if (!found) return c.notFound()
    c.set('runtimeResource', found)
    return next()
  })
  .route('/', crudRoutes(runtimeResourceOf))

function runtimeResourceOf(c: ApiContext): RegisteredResource {
  const found = c.get('runtimeResource')
  if (!found) throw new Error('The runtime resource was not looked up.')
  return found
}

function superOnly(c: ApiContext): void {
  if (!actorOf(c).super) throw new AppError(403)
}

async function read<T extends v.GenericSchema>(c: ApiContext, schema: T) {
  superOnly(c)
  const body = await readJson(c)
  const input = v.safeParse(schema, body)
  if (!input.success) throw invalid(fieldErrors(input.issues))
  return { body, input: input.output as v.InferOutput<T> }
}

async function saving<T>(c: ApiContext, body: unknown, work: (tx: Db) => Promise<T>): Promise<T> {
  const { db } = c.get('deps')
  try {
    const answer = await write(db, authorOf(c), 'save', (tx) => once(tx, requestOf(c, body), () => work(tx)))
    tableChanged(db, 'resource_description')
    await validateGuards(db)
    return answer
  } catch (error) {
    const key = { field: 'description.key', label: 'key' }
    throw explainDbError(error, {
      resource_description_key_key: key,
      resource_description_table_key: { field: 'tableName', label: 'tableName' },
    })
  }
}
