import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { knownAs } from '#src/server/endpoint/known-as.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import type { Design, DesignBase } from './design.schema.ts'

// A stub with the shape of the calls. The server part replaces it.
const common = { tag: 'resource', security: 'admin', summary: m.call_resources } as const
const design = knownAs<Design>(v.looseObject({}))
const base = v.nullable(knownAs<Pick<DesignBase, 'key' | 'version'>>(v.looseObject({})))
const answer = v.strictObject({
  design,
  base: v.nullable(knownAs<DesignBase>(v.looseObject({}))),
  path: v.nullable(v.string()),
})
const choice = v.strictObject({ name: v.string(), label: v.string() })
const missing = (): never => {
  throw new AppError(501)
}
const run = async () => missing()

export const generatorEndpoints = {
  design: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/crud/design',
    query: v.object({ key: v.optional(v.string()), log: v.optional(id) }),
    answer,
    run,
  }),
  choices: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/crud/choices',
    answer: v.strictObject({
      resources: v.array(
        v.strictObject({ key: v.string(), title: v.string(), tree: v.boolean(), fields: v.array(choice) }),
      ),
      menus: v.array(v.strictObject({ name: v.string(), title: v.string() })),
    }),
    run,
  }),
  check: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/crud/check',
    body: v.object({ design, base }),
    answer: v.strictObject({
      changes: v.array(
        v.strictObject({
          kind: v.string(),
          field: v.optional(v.string()),
          text: v.string(),
          effect: v.optional(v.string()),
          loss: v.boolean(),
        }),
      ),
      up: v.array(v.string()),
      down: v.array(v.string()),
      plan: v.string(),
    }),
    run,
  }),
  generate: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/crud/generate',
    proof: true,
    body: v.object({ design, base, plan: v.string() }),
    answer: v.strictObject({ id, key: v.string(), path: v.string() }),
    run,
  }),
  undo: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/crud/undo',
    proof: true,
    body: v.object({ id }),
    answer: v.strictObject({ id, path: v.nullable(v.string()) }),
    run,
  }),
  remove: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/crud/remove',
    proof: true,
    body: v.object({ key: v.string(), version: v.number(), table: v.boolean() }),
    answer: v.strictObject({ id }),
    run,
  }),
  tables: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/crud/tables',
    proof: true,
    answer: v.strictObject({ list: v.array(v.strictObject({ name: v.string(), comment: v.string() })) }),
    run,
  }),
  table: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/crud/table',
    proof: true,
    query: v.object({ name: v.string() }),
    answer,
    run,
  }),
}
