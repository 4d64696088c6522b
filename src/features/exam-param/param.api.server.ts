import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { canonicalJson } from '#src/features/exam-engine/params.ts'
import type { SchemeContent } from '#src/features/exam-scheme/exam-scheme.content.ts'
import { schemeErrors } from '#src/features/exam-scheme/exam-scheme.rules.ts'
import { totalMark } from '#src/features/exam-scheme/total-mark.ts'
import { exam } from '#src/features/exams/exam.table.server.ts'
import { type ExamRecord, findExam, heldExam, holdExam } from '#src/features/exams/exam-access.server.ts'
import { revisionContent } from '#src/features/exams/exam-content.server.ts'
import { subjectOne } from '#src/features/subject/subject.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { knownAs } from '#src/server/endpoint/known-as.server.ts'
import { invalid } from '#src/server/errors.server.ts'
import { storedFormSchema } from '#src/server/fields/server-form.server.ts'
import { idQuery } from '#src/server/list/crud-query.server.ts'
import { parsed } from '#src/server/parsed.server.ts'
import { formOfParams, type ParamForm, paramDescription, paramsOfForm } from './param.schema.ts'
import { latestRun, passersAt } from './what-if.server.ts'

const common = { tag: 'resource', security: 'admin', errors: [404, 409] } as const
const subjectPart = v.strictObject({ id: v.number(), name: v.string() })

/** All but archived exams. */
const open: readonly string[] = ['draft', 'collecting', 'locked', 'published']

/** The parameters of an exam: reading, saving, going back to those of the scheme, and what a moved line would do. */
export const examParamEndpoints = {
  show: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/exam-param/show',
    summary: m.call_examParamShow,
    errors: [404],
    node: 'exam/param/index',
    query: idQuery,
    answer: v.strictObject({
      id: v.number(),
      version: v.number(),
      name: v.string(),
      state: v.string(),
      held: v.boolean(),
      /** Whether the exam has parameters of its own. */
      own: v.boolean(),
      values: knownAs<ParamForm>(v.record(v.string(), v.unknown())),
      /** The first-choice subjects. */
      tracks: v.array(subjectPart),
      /** The highest total, in marks. */
      total: v.number(),
      /** The last run that is done, and whether it had other parameters; null before the first. */
      run: v.nullable(v.strictObject({ number: v.number(), stale: v.boolean() })),
    }),
    run: async ({ db, actor, query }) => {
      const found = await findExam(db, actor, query.id)
      const content = await revisionContent(db, found)
      const values = formOfParams(content, found.params)
      const run = await latestRun(db, found.id)
      const used = run && formOfParams(run.params.content, { ...run.params.content, policy: run.params.policy })
      return {
        id: found.id,
        version: found.version,
        name: found.name,
        state: found.state,
        held: found.held,
        own: found.params !== null,
        values,
        tracks: await tracksOf(db, content),
        total: totalMark(content),
        run: run && { number: run.number, stale: canonicalJson(used) !== canonicalJson(values) },
      }
    },
  }),
  save: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/exam-param/save',
    summary: m.call_examParamSave,
    node: 'exam/param/edit',
    write: 'save',
    body: v.strictObject({ id, version: id, values: v.record(v.string(), v.unknown()) }),
    answer: v.object({ id, version: v.number() }),
    run: async ({ tx, actor, body }) => {
      const found = await holdExam(tx, actor, { id: body.id, version: body.version, states: open })
      const content = await revisionContent(tx, found)
      const schema = storedFormSchema(paramDescription(await tracksOf(tx, content)))
      // Seam: the schema is made of the fields of the form.
      const form = parsed(schema, body.values) as ParamForm
      const params = paramsOfForm(form)
      const errors = schemeErrors(whole(content, params))
      if (Object.keys(errors).length > 0) throw invalid(errors)
      return store(tx, found, params)
    },
    msg: () => m.examParam_saved(),
  }),
  reset: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/exam-param/reset',
    summary: m.call_examParamReset,
    node: 'exam/param/edit',
    write: 'save',
    body: v.strictObject({ id, version: id }),
    answer: v.object({ id, version: v.number() }),
    run: async ({ tx, actor, body }) => store(tx, await holdExam(tx, actor, { ...body, states: open }), null),
    msg: () => m.examParam_isReset(),
  }),
  passers: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/exam-param/passers',
    summary: m.call_examParamPassers,
    errors: [404, 409, 422],
    node: 'exam/param/index',
    query: v.strictObject({
      id,
      /** The id of the first-choice subject whose candidates the line is for. */
      track: v.optional(id),
      by: v.picklist(['score', 'place', 'percent']),
      /** A mark, a place, or a percentage. */
      value: v.pipe(v.string(), v.regex(/^\d{1,8}(\.\d{1,2})?$/), v.transform(Number)),
    }),
    answer: v.strictObject({
      run: v.number(),
      /** The lowest total that passes, in marks; null when nobody has a total. */
      mark: v.nullable(v.number()),
      takers: v.number(),
      passers: v.number(),
      schools: v.array(v.strictObject({ id: v.number(), name: v.string(), takers: v.number(), passers: v.number() })),
    }),
    run: async ({ db, actor, query }) => passersAt(db, await heldExam(db, actor, { id: query.id }), query),
  }),
}

/** The content of the scheme with the exam's own parts, as the rules of schemes check it. */
function whole(content: SchemeContent, params: Partial<SchemeContent>): Record<string, unknown> {
  const subjects = content.subjects.map((one) => (params.assign === 'none' ? { ...one, assigned: 0 } : one))
  return { ...content, ...params, subjects }
}

async function tracksOf(db: Db, { subjects }: SchemeContent) {
  const ids = subjects.filter(({ kind }) => kind === 'first').map(({ subjectId }) => subjectId)
  const names = await subjectOne.labels(db, ids)
  return ids.map((one) => ({ id: one, name: names[one] ?? String(one) }))
}

async function store(tx: Db, found: ExamRecord, params: ExamRecord['params']) {
  const [saved] = await tx
    .update(exam)
    .set({ params })
    .where(eq(exam.id, found.id))
    .returning({ version: exam.version })
  return { id: found.id, version: saved?.version ?? found.version }
}
