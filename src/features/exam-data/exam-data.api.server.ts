import * as v from 'valibot'
import { longRead } from '#src/db/transaction.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { id } from '#src/lib/number-rules.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { idQuery } from '#src/server/list/crud-query.server.ts'
import { boardAnswer, readBoard } from './board.server.ts'
import { dataExams } from './data-access.server.ts'
import { findingsAnswer, readFindings } from './findings.server.ts'
import { papersAnswer, placesAnswer, readPapers, readPlaces } from './paper-lists.server.ts'
import { papersBody, papersWritten, writePapers } from './paper-write.server.ts'
import { extendSchools, remindSchools, returnSchools, submitPart } from './part-actions.server.ts'

const reads = { tag: 'resource', security: 'admin', method: 'get', node: 'exam/data/index', errors: [404] } as const
const writes = { tag: 'resource', security: 'admin', method: 'post', write: 'save', errors: [404, 409] } as const
const schoolIds = v.pipe(v.array(id), v.minLength(1), v.maxLength(5000))
const reason = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, () => m.rule_required()),
  v.maxLength(500),
)
const instant = v.pipe(
  v.string(),
  v.isoTimestamp(() => m.rule_date()),
)
/** How many schools it was done for, and how many were left as they are. */
const done = v.strictObject({ count: v.number(), left: v.number() })

/** Entering the marks of an exam: the board of schools, the desk of a class, findings, and handing in. */
export const examDataEndpoints = {
  exams: endpoint({
    ...reads,
    path: '/adminApi/exam/dataExams',
    summary: m.call_examDataExams,
    errors: [],
    answer: v.strictObject({
      list: v.array(v.strictObject({ id: v.number(), name: v.string(), state: v.string(), since: v.string() })),
      /** The newest one that collects marks, else the newest. */
      chosen: v.nullable(v.number()),
    }),
    run: ({ db, actor }) => dataExams(db, actor),
  }),
  board: endpoint({
    ...reads,
    path: '/adminApi/exam/board',
    summary: m.call_examBoard,
    query: idQuery,
    answer: boardAnswer,
    run: ({ db, actor, query }) => readBoard(db, actor, query.id),
  }),
  places: endpoint({
    ...reads,
    path: '/adminApi/exam/places',
    summary: m.call_examPlaces,
    query: v.object({ id, schoolId: v.optional(id) }),
    answer: placesAnswer,
    run: ({ db, actor, query }) => readPlaces(db, actor, query),
  }),
  papers: endpoint({
    ...reads,
    path: '/adminApi/exam/papers',
    summary: m.call_examPapers,
    query: v.object({ id, schoolId: id, orgId: id }),
    answer: papersAnswer,
    run: ({ db, actor, query }) => readPapers(db, actor, query),
  }),
  write: endpoint({
    ...writes,
    path: '/adminApi/exam/papers',
    summary: m.call_examWritePapers,
    node: 'exam/data/enter',
    body: papersBody,
    answer: papersWritten,
    run: ({ tx, actor, body }) => writePapers(tx, actor, body),
  }),
  findings: endpoint({
    ...reads,
    path: '/adminApi/exam/findings',
    summary: m.call_examFindings,
    query: v.object({ id, schoolId: v.optional(id) }),
    answer: findingsAnswer,
    run: ({ db, actor, query }) => longRead(db, (tx) => readFindings(tx, actor, query)),
  }),
  submit: endpoint({
    ...writes,
    path: '/adminApi/exam/submit',
    summary: m.call_examSubmit,
    node: 'exam/data/submit',
    body: v.strictObject({
      id,
      schoolId: id,
      /** The number of missing papers that the user has been told of. */
      missing: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
    }),
    answer: v.strictObject({ id: v.number() }),
    run: async ({ tx, actor, body }) => {
      await submitPart(tx, actor, body)
      return { id: body.id }
    },
    msg: () => m.examData_submitted(),
  }),
  remind: endpoint({
    ...writes,
    path: '/adminApi/exam/remind',
    summary: m.call_examRemind,
    node: 'exam/data/submit',
    body: v.strictObject({ id, schoolIds }),
    answer: done,
    run: ({ c, tx, actor, body }) => remindSchools(tx, c.get('deps').secret, actor, body),
    msg: ({ count }) => m.examData_reminded({ count: formatCount(count) }),
  }),
  extend: endpoint({
    ...writes,
    path: '/adminApi/exam/extend',
    summary: m.call_examExtend,
    node: 'exam/data/submit',
    body: v.strictObject({ id, schoolIds, deadline: v.nullable(instant) }),
    answer: done,
    run: ({ tx, actor, body }) => extendSchools(tx, actor, body),
    msg: ({ count }) => m.examData_extended({ count: formatCount(count) }),
  }),
  return: endpoint({
    ...writes,
    path: '/adminApi/exam/return',
    summary: m.call_examReturn,
    node: 'exam/data/submit',
    body: v.strictObject({ id, schoolIds, reason }),
    answer: done,
    run: ({ tx, actor, body }) => returnSchools(tx, actor, body),
    msg: ({ count }) => m.examData_returned({ count: formatCount(count) }),
  }),
}
