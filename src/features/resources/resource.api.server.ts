import { Hono } from 'hono'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import type { Description } from '#src/resource/description.ts'
import { can } from '#src/resource/registry.ts'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import { type ApiDeps, type ApiEnv, actorOf } from '#src/server/context.server.ts'
import { runtimeCrud } from '#src/server/crud/crud.server.ts'
import { findMade } from '#src/server/crud/resource-registry.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { knownAs } from '#src/server/endpoint/known-as.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { idsQuery } from '#src/server/list/crud-query.server.ts'
import { resourceKey } from '#src/server/views/view.schema.ts'
import { validateGuards } from './runtime-guards.server.ts'
import { findRuntimeResource, runtimeDescriptions, runtimeKeyAt } from './runtime-resource.server.ts'
import { addRuntimeResource, deleteRuntimeResource, editRuntimeResource } from './runtime-write.server.ts'

/** Any object here. The schema of descriptions checks it. */
const description = v.looseObject({})
const stored = knownAs<Description>(description)
const tableName = v.pipe(v.string(), v.maxLength(63))
const scopeField = v.nullable(v.pipe(v.string(), v.maxLength(40)))

const common = { tag: 'resource', security: 'admin' } as const
const writes = {
  ...common,
  super: true,
  proof: true,
  write: 'save',
  unique: () => ({
    resource_description_key_key: { field: 'description.key', label: 'key' },
    resource_description_table_key: { field: 'tableName', label: 'tableName' },
  }),
  committed: async ({ db }: Pick<ApiDeps, 'db'>) => {
    tableChanged(db, 'resource_description')
    await validateGuards(db)
  },
} as const
const saved = v.strictObject({ id, version: v.number() })

/** Runtime resources. Reading one description requires its index node; all other calls require a super admin. */
export const resourceEndpoints = {
  description: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/resource/description',
    summary: m.call_description,
    query: v.pipe(
      v.object({ key: v.optional(resourceKey), path: v.optional(v.pipe(v.string(), v.maxLength(100))) }),
      v.forward(
        v.check(
          ({ key, path }) => key !== undefined || path !== undefined,
          () => m.rule_required(),
        ),
        ['key'],
      ),
    ),
    answer: v.strictObject({ description: stored }),
    errors: [403, 404],
    run: async ({ db, actor, query }) => {
      const key = query.path === undefined ? query.key : await runtimeKeyAt(db, query.path)
      const found = key === undefined ? undefined : await findRuntimeResource(db, { key })
      if (!found) throw new AppError(404, m.error_rowMissing())
      if (!can(actor, found.nodes.index)) throw new AppError(403)
      return { description: found.resource.description }
    },
  }),
  index: endpoint({
    ...common,
    super: true,
    method: 'get',
    path: '/adminApi/resource/index',
    summary: m.call_resources,
    answer: v.strictObject({
      list: v.array(
        v.strictObject({
          id,
          version: v.number(),
          key: v.string(),
          tableName: v.string(),
          scopeField: v.nullable(v.string()),
          description: stored,
        }),
      ),
      total: v.number(),
    }),
    run: async ({ db }) => {
      const rows = await runtimeDescriptions(db)
      const list = rows.map(({ id, version, key, tableName, scopeField, description }) => ({
        id,
        version,
        key,
        tableName,
        scopeField,
        description,
      }))
      return { list, total: list.length }
    },
  }),
  add: endpoint({
    ...writes,
    method: 'post',
    path: '/adminApi/resource/add',
    summary: m.call_resourceAdd,
    body: v.strictObject({ tableName, scopeField: v.optional(scopeField, null), description }),
    answer: saved,
    errors: [409],
    run: ({ tx, body }) => addRuntimeResource(tx, body),
    msg: () => m.success_added(),
  }),
  edit: endpoint({
    ...writes,
    method: 'post',
    path: '/adminApi/resource/edit',
    summary: m.call_resourceEdit,
    body: v.strictObject({
      id,
      version: v.exactOptional(id),
      scopeField: v.exactOptional(scopeField),
      description: v.exactOptional(description),
    }),
    answer: saved,
    errors: [404, 409],
    run: ({ tx, body }) => editRuntimeResource(tx, body),
    msg: () => m.success_updated(),
  }),
  del: endpoint({
    ...writes,
    method: 'delete',
    path: '/adminApi/resource/del',
    summary: m.call_resourceDel,
    query: idsQuery,
    answer: v.strictObject({ count: v.number() }),
    errors: [404],
    run: async ({ tx, query }) => ({ count: await deleteRuntimeResource(tx, query['ids[]']) }),
    msg: ({ count }) => m.success_deleted({ count }),
  }),
}

/**
 * The endpoints of all runtime resources and of those that are made on demand, at `/adminApi/:key`. The resource is
 * looked up for each request. Mounted after the resources in code, so that those come first.
 */
export const runtimeResourceApi = new Hono<ApiEnv>()
  .use(async (c, next) => {
    const key = c.req.param('key')
    const { db } = c.get('deps')
    const found = v.is(resourceKey, key)
      ? await findRuntimeResource(db, { key })
      : await findMade(db, key ?? '', actorOf(c))
    if (!found) return c.notFound()
    c.set('runtimeResource', found)
    return next()
  })
  .route('/', runtimeCrud())
