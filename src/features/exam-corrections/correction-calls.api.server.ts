import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { id, integer } from '#src/lib/number-rules.ts'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import type { ApiDeps } from '#src/server/context.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { CORRECTION_TEXT } from './correction.schema.ts'
import { findCandidates, foundAnswer, papersOfOne, papersOfOneAnswer } from './correction-lists.server.ts'
import { acceptCorrections, refuseCorrections, withdrawCorrection } from './decide-corrections.server.ts'

/** Corrections that one call decides at most. */
const MOST = 500

const reads = { tag: 'resource', security: 'admin', method: 'get', node: 'exam/correction/add', errors: [404] } as const
const writes = {
  tag: 'resource',
  security: 'admin',
  method: 'post',
  write: 'save',
  errors: [404, 409],
  committed: ({ db }: Pick<ApiDeps, 'db'>) => tableChanged(db, 'exam'),
} as const
const wanted = { examId: id, ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(MOST)) }
const done = v.strictObject({ count: v.number() })

/** Corrections besides the calls of the kit: what the dialog needs to ask, and what becomes of them. */
export const correctionEndpoints = {
  find: endpoint({
    ...reads,
    path: '/adminApi/correction/find',
    summary: m.call_correctionFind,
    query: v.strictObject({
      examId: id,
      quickSearch: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
      page: v.optional(integer(1, 1000), 1),
    }),
    answer: foundAnswer,
    run: ({ db, actor, query }) => findCandidates(db, actor, query),
  }),
  papers: endpoint({
    ...reads,
    path: '/adminApi/correction/papers',
    summary: m.call_correctionPapers,
    query: v.strictObject({ examId: id, candidateId: id }),
    answer: papersOfOneAnswer,
    run: ({ db, actor, query }) => papersOfOne(db, actor, query),
  }),
  accept: endpoint({
    ...writes,
    path: '/adminApi/correction/accept',
    summary: m.call_correctionAccept,
    node: 'exam/correction/correct',
    body: v.strictObject(wanted),
    answer: done,
    run: async ({ c, tx, actor, body }) => ({
      count: await acceptCorrections(tx, c.get('deps').secret, actor, body),
    }),
    msg: ({ count }) => m.correction_acceptedDone({ count, shown: formatCount(count) }),
  }),
  refuse: endpoint({
    ...writes,
    path: '/adminApi/correction/refuse',
    summary: m.call_correctionRefuse,
    node: 'exam/correction/correct',
    body: v.strictObject({
      ...wanted,
      answer: v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1, () => m.rule_required()),
        v.maxLength(CORRECTION_TEXT, () => m.rule_maxLength({ max: CORRECTION_TEXT })),
      ),
    }),
    answer: done,
    run: async ({ c, tx, actor, body }) => ({
      count: await refuseCorrections(tx, c.get('deps').secret, actor, body),
    }),
    msg: ({ count }) => m.correction_refusedDone({ count, shown: formatCount(count) }),
  }),
  withdraw: endpoint({
    ...writes,
    path: '/adminApi/correction/withdraw',
    summary: m.call_correctionWithdraw,
    node: 'exam/correction/add',
    body: v.strictObject({ examId: id, id }),
    answer: v.strictObject({ id: v.number() }),
    run: async ({ tx, actor, body }) => {
      await withdrawCorrection(tx, actor, body)
      return { id: body.id }
    },
    msg: () => m.correction_withdrawnDone(),
  }),
}
