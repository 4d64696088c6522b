import * as v from 'valibot'
import { longRead } from '#src/db/transaction.server.ts'
import { contractLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { can } from '#src/resource/registry.ts'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import { type ApiContext, type ApiDeps, authorOf } from '#src/server/context.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { idQuery } from '#src/server/list/crud-query.server.ts'
import { rosterStates } from './candidate.rules.server.ts'
import { examChoices, heldExam, holdExam } from './exam-access.server.ts'
import { examOverview, overviewAnswer } from './exam-overview.server.ts'
import { archiveExam, openExam, reopenExam, takeRevision, toDraft } from './exam-state.server.ts'
import { rosterJob } from './roster.jobs.server.ts'
import { addCandidate, assertAcceptable, differenceKinds, numberings, planRoster } from './roster.server.ts'

const common = { tag: 'resource', security: 'admin', errors: [404, 409] } as const
const writes = {
  ...common,
  method: 'post',
  write: 'save',
  committed: ({ db }: Pick<ApiDeps, 'db'>) => tableChanged(db, 'exam'),
} as const
const wanted = { id, version: v.optional(id) }
const reason = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, () => m.rule_required()),
  v.maxLength(500),
)
const saved = v.object({ id, version: v.number() })
const difference = v.strictObject({
  kind: v.picklist(differenceKinds),
  studentId: v.number(),
  number: v.string(),
  name: v.string(),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
  closed: v.boolean(),
})
const counts = v.strictObject({ new: v.number(), moved: v.number(), renamed: v.number(), gone: v.number() })

/** Exams besides the calls of the kit: what stands, the roster, and the steps from state to state. */
export const examEndpoints = {
  choices: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/exam/choices',
    summary: m.call_examChoices,
    errors: [],
    node: ['exam/exam/index', 'exam/data/index', 'exam/param/index'],
    answer: v.object({ list: v.array(v.strictObject({ id: v.number(), name: v.string(), state: v.string() })) }),
    run: async ({ db, actor }) => ({ list: await examChoices(db, actor) }),
  }),
  overview: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/exam/overview',
    summary: m.call_examOverview,
    errors: [404],
    node: 'exam/exam/index',
    query: idQuery,
    answer: overviewAnswer,
    run: ({ db, actor, query }) => examOverview(db, actor, query.id),
  }),
  roster: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/exam/roster',
    summary: m.call_examRoster,
    node: 'exam/exam/roster',
    query: idQuery,
    answer: v.strictObject({
      counts,
      closed: v.number(),
      homeless: v.number(),
      schools: v.number(),
      list: v.array(difference),
    }),
    run: async ({ db, actor, query }) => {
      const exam = await heldExam(db, actor, { id: query.id, states: rosterStates })
      const plan = await longRead(db, (tx) => planRoster(tx, exam))
      if (can(actor, 'exam/candidate/pupil')) return plan
      return { ...plan, list: plan.list.map((one) => ({ ...one, name: `${one.name.slice(0, 1)}***` })) }
    },
  }),
  acceptRoster: endpoint({
    ...writes,
    path: '/adminApi/exam/roster',
    summary: m.call_examAcceptRoster,
    node: 'exam/exam/roster',
    body: v.strictObject({
      id,
      kinds: v.pipe(v.array(v.picklist(differenceKinds)), v.minLength(1)),
      numbering: v.optional(v.picklist(numberings), 'student'),
      except: v.optional(v.pipe(v.array(id), v.maxLength(1000)), []),
    }),
    answer: v.object({ id, job: v.number() }),
    committed: ({ c }: { c: ApiContext }) => c.get('deps').jobs.wake(),
    run: async ({ c, tx, actor, body: { id: examId, ...choice } }) => {
      const exam = await heldExam(tx, actor, { id: examId, states: rosterStates })
      await assertAcceptable(tx, exam, choice)
      const input = { examId, name: exam.name, ...choice }
      const options = { author: { ...authorOf(c), id: actor.id }, locale: contractLocale(c.req.raw) }
      return { id: examId, job: await c.get('deps').jobs.enqueue(tx, rosterJob, input, options) }
    },
    msg: () => m.roster_begun(),
  }),
  addCandidate: endpoint({
    ...writes,
    path: '/adminApi/exam/candidate',
    summary: m.call_examAddCandidate,
    node: 'exam/exam/roster',
    body: v.strictObject({
      id,
      student: v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1, () => m.rule_required()),
        v.maxLength(32),
      ),
      number: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(32)), ''),
      combo: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(50)), ''),
    }),
    answer: v.object({ id: v.number(), name: v.string() }),
    unique: () => ({
      candidate_exam_id_number_key: { field: 'number', label: m.candidate_number() },
      candidate_exam_id_student_id_key: { field: 'student', label: m.candidate_student() },
    }),
    run: async ({ tx, actor, body }) => {
      const exam = await holdExam(tx, actor, { id: body.id, states: rosterStates })
      const added = await addCandidate(tx, actor, exam, body)
      return can(actor, 'exam/candidate/pupil') ? added : { ...added, name: `${added.name.slice(0, 1)}***` }
    },
    msg: ({ name }) => m.candidate_added({ name }),
  }),
  open: endpoint({
    ...writes,
    path: '/adminApi/exam/open',
    summary: m.call_examOpen,
    node: 'exam/exam/edit',
    body: v.strictObject(wanted),
    answer: saved,
    run: ({ tx, actor, body }) => openExam(tx, actor, body),
    msg: () => m.exam_opened(),
  }),
  toDraft: endpoint({
    ...writes,
    path: '/adminApi/exam/toDraft',
    summary: m.call_examToDraft,
    node: 'exam/exam/edit',
    body: v.strictObject(wanted),
    answer: saved,
    run: ({ tx, actor, body }) => toDraft(tx, actor, body),
    msg: () => m.exam_isDraft(),
  }),
  reopen: endpoint({
    ...writes,
    path: '/adminApi/exam/reopen',
    summary: m.call_examReopen,
    node: 'exam/exam/lock',
    body: v.strictObject({ ...wanted, reason }),
    answer: saved,
    run: ({ tx, actor, body }) => reopenExam(tx, actor, body),
    msg: () => m.exam_reopened(),
  }),
  archive: endpoint({
    ...writes,
    path: '/adminApi/exam/archive',
    summary: m.call_examArchive,
    node: 'exam/exam/publish',
    body: v.strictObject(wanted),
    answer: saved,
    run: ({ tx, actor, body }) => archiveExam(tx, actor, body),
    msg: () => m.exam_archived(),
  }),
  revision: endpoint({
    ...writes,
    path: '/adminApi/exam/revision',
    summary: m.call_examRevision,
    node: 'exam/exam/edit',
    body: v.strictObject(wanted),
    answer: saved,
    run: ({ tx, actor, body }) => takeRevision(tx, actor, body),
    msg: () => m.exam_revisionTaken(),
  }),
}
