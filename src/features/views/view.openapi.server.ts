import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { idsQuery } from '#src/server/list/crud-query.server.ts'
import type { Operation } from '#src/server/openapi/operation.server.ts'
import { addedView, chosenView, editedView, resourceKey, savedView } from './view.schema.ts'

const base = '/adminApi/view'
const common = { tag: 'resource', security: 'admin' } as const
const json = (schema: v.GenericSchema) => ({ type: 'application/json', schema }) as const
const saved = v.strictObject({ id, version: v.number() })

/** The OpenAPI operations of saved views. */
export const viewOperations: readonly Operation[] = [
  {
    ...common,
    method: 'get',
    path: `${base}/index`,
    summary: m.call_views,
    query: { resource: resourceKey },
    answer: v.strictObject({
      list: v.array(savedView),
      /** Roles that the caller may share a view with. */
      roles: v.array(v.strictObject({ value: id, label: v.string() })),
    }),
  },
  {
    ...common,
    method: 'post',
    path: `${base}/add`,
    summary: m.call_viewAdd,
    idempotent: true,
    errors: [409, 422],
    body: json(addedView),
    answer: saved,
  },
  {
    ...common,
    method: 'post',
    path: `${base}/edit`,
    summary: m.call_viewEdit,
    idempotent: true,
    errors: [404, 409, 422],
    body: json(editedView),
    answer: saved,
  },
  {
    ...common,
    method: 'delete',
    path: `${base}/del`,
    summary: m.call_viewDel,
    idempotent: true,
    errors: [404],
    query: idsQuery,
    answer: v.strictObject({ count: v.number() }),
  },
  {
    ...common,
    method: 'post',
    path: `${base}/default`,
    summary: m.call_viewDefault,
    errors: [404],
    body: json(chosenView),
    answer: v.strictObject({ id: v.nullable(id) }),
  },
]
