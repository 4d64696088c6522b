import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import type { ApiDeps } from '#src/server/context.server.ts'
import { changeSetId } from '#src/server/endpoint/answer-parts.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { knownAs } from '#src/server/endpoint/known-as.server.ts'
import { idQuery } from '#src/server/list/crud-query.server.ts'
import { examSchemeResource } from './exam-scheme.api.server.ts'
import type { SchemeContent } from './exam-scheme.content.ts'
import { publishScheme, revertScheme, revisionsOf } from './exam-scheme.service.server.ts'

/** A scheme as it was published. */
const revision = v.strictObject({
  number: v.number(),
  publishTime: v.pipe(v.string(), v.isoTimestamp()),
  publisher: v.nullable(v.string()),
  note: v.string(),
  content: knownAs<SchemeContent>(v.record(v.string(), v.unknown())),
})

const wanted = { id, version: v.optional(id) }
const writes = {
  method: 'post',
  tag: 'resource',
  security: 'admin',
  errors: [404, 409],
  write: 'save',
  unique: () => examSchemeResource.constraintFields(),
  committed: ({ db }: Pick<ApiDeps, 'db'>) => tableChanged(db, examSchemeResource.tableName),
} as const

/** The revisions of exam schemes. */
export const examSchemeEndpoints = {
  revisions: endpoint({
    method: 'get',
    path: '/adminApi/exam-scheme/revisions',
    tag: 'resource',
    summary: m.call_revisions,
    security: 'admin',
    node: 'baseInfo/exam-scheme/index',
    query: idQuery,
    answer: v.object({ list: v.array(revision) }),
    errors: [404],
    run: async ({ db, query }) => ({ list: await revisionsOf(db, query.id) }),
  }),
  publish: endpoint({
    ...writes,
    path: '/adminApi/exam-scheme/publish',
    node: 'baseInfo/exam-scheme/publish',
    summary: m.call_publish,
    body: v.strictObject({ ...wanted, note: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500)), '') }),
    answer: v.object({ id, number: v.number(), version: v.number() }),
    run: ({ tx, body }) => publishScheme(tx, body),
    msg: ({ number }) => m.examScheme_publishedAs({ number }),
  }),
  revert: endpoint({
    ...writes,
    path: '/adminApi/exam-scheme/revert',
    node: 'baseInfo/exam-scheme/edit',
    summary: m.call_revert,
    body: v.strictObject({ ...wanted, number: id }),
    answer: v.object({ id, version: v.number(), changeSetId }),
    run: async ({ tx, body, changeSetId }) => ({ ...(await revertScheme(tx, body)), changeSetId }),
    msg: (_data, { body }) => m.examScheme_reverted({ number: body.number }),
  }),
}
