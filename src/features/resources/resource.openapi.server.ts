import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { idsQuery } from '#src/server/list/crud-query.server.ts'
import type { Operation } from '#src/server/openapi/operation.server.ts'
import { resourceKey } from '../views/view.schema.ts'

/** Any object here. The schema of descriptions checks it. */
const description = v.looseObject({})
const tableName = v.pipe(v.string(), v.maxLength(63))
const scopeField = v.nullable(v.pipe(v.string(), v.maxLength(40)))

export const addedResource = v.strictObject({ tableName, scopeField: v.optional(scopeField), description })
export const editedResource = v.strictObject({
  id,
  version: v.exactOptional(id),
  scopeField: v.exactOptional(scopeField),
  description: v.exactOptional(description),
})

/** The request contains one of the two. */
const askedResource = { key: v.optional(resourceKey), path: v.optional(v.pipe(v.string(), v.maxLength(100))) }

const base = '/adminApi/resource'
const common = { tag: 'resource', security: 'admin' } as const
const saved = v.strictObject({ id, version: v.number() })
const row = {
  id,
  version: v.number(),
  key: v.string(),
  tableName: v.string(),
  scopeField: v.nullable(v.string()),
  description,
}

/** The OpenAPI operations of runtime resources. */
export const resourceOperations: readonly Operation[] = [
  {
    ...common,
    method: 'get',
    path: `${base}/description`,
    summary: m.call_description,
    errors: [404],
    query: askedResource,
    answer: v.strictObject({ description }),
  },
  {
    ...common,
    method: 'get',
    path: `${base}/index`,
    summary: m.call_resources,
    answer: v.strictObject({ list: v.array(v.strictObject(row)), total: v.number() }),
  },
  {
    ...common,
    method: 'post',
    path: `${base}/add`,
    summary: m.call_resourceAdd,
    idempotent: true,
    errors: [409, 422],
    body: { type: 'application/json', schema: addedResource },
    answer: saved,
  },
  {
    ...common,
    method: 'post',
    path: `${base}/edit`,
    summary: m.call_resourceEdit,
    idempotent: true,
    errors: [404, 409, 422],
    body: { type: 'application/json', schema: editedResource },
    answer: saved,
  },
  {
    ...common,
    method: 'delete',
    path: `${base}/del`,
    summary: m.call_resourceDel,
    idempotent: true,
    errors: [404],
    query: idsQuery,
    answer: v.strictObject({ count: v.number() }),
  },
]
