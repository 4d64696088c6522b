import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { changeSetId } from '#src/server/openapi/bulk-history.openapi.server.ts'
import type { Operation } from '#src/server/openapi/operation.server.ts'

export const revisionsParameters = v.object({ id })
export const publishBody = v.strictObject({
  id,
  version: v.optional(id),
  note: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500)), ''),
})
export const revertBody = v.strictObject({ id, version: v.optional(id), number: id })

const content = v.record(v.string(), v.unknown())
const revision = v.strictObject({
  number: v.number(),
  publishTime: v.pipe(v.string(), v.isoTimestamp()),
  publisher: v.nullable(v.string()),
  note: v.string(),
  content,
})
const common = { tag: 'resource', security: 'admin' } as const
const writes = {
  ...common,
  method: 'post',
  idempotent: true,
  errors: [404, 409, 422],
  node: 'baseInfo/exam-scheme/edit',
} as const
const json = (schema: v.GenericSchema) => ({ type: 'application/json', schema }) as const

/** The OpenAPI operations for the revisions of exam schemes. */
export const examSchemeOperations: readonly Operation[] = [
  {
    ...common,
    method: 'get',
    path: '/adminApi/exam-scheme/revisions',
    node: 'baseInfo/exam-scheme/index',
    query: revisionsParameters.entries,
    answer: v.object({ list: v.array(revision) }),
    errors: [404],
    summary: m.call_revisions,
  },
  {
    ...writes,
    path: '/adminApi/exam-scheme/publish',
    node: 'baseInfo/exam-scheme/publish',
    body: json(publishBody),
    answer: v.object({ id, number: v.number(), version: v.number() }),
    summary: m.call_publish,
  },
  {
    ...writes,
    path: '/adminApi/exam-scheme/revert',
    body: json(revertBody),
    answer: v.object({ id, version: v.number(), changeSetId }),
    summary: m.call_revert,
  },
]
