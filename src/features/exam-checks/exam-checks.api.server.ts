import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { idQuery } from '#src/server/list/crud-query.server.ts'
import { answerCheck, officeChecks } from './check-answers.server.ts'
import { checkOutcomes, MOST_CHECK_TEXT } from './check-outcomes.ts'

const common = { tag: 'resource', security: 'admin', node: 'exam/exam/check' } as const
const nullable = v.nullable(v.string())

/** What schools do about requests of families to check a paper. */
export const examCheckEndpoints = {
  checks: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/exam/checks',
    summary: m.call_examChecks,
    query: idQuery,
    answer: v.strictObject({
      list: v.array(
        v.strictObject({
          id: v.number(),
          version: v.number(),
          subjectId: v.number(),
          subject: v.string(),
          candidateId: v.number(),
          number: v.string(),
          name: v.string(),
          school: v.string(),
          class: v.string(),
          mark: v.nullable(v.number()),
          publication: v.number(),
          text: v.string(),
          state: v.picklist(['open', 'answered']),
          outcome: v.picklist([...checkOutcomes, '']),
          answer: v.string(),
          who: nullable,
          time: v.string(),
          answerTime: nullable,
        }),
      ),
    }),
    errors: [404],
    run: async ({ db, actor, query }) => ({ list: await officeChecks(db, actor, query.id) }),
  }),
  answer: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/exam/answerCheck',
    summary: m.call_examAnswerCheck,
    body: v.strictObject({
      id,
      check: id,
      outcome: v.picklist(checkOutcomes),
      text: v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1, () => m.rule_required()),
        v.maxLength(MOST_CHECK_TEXT, () => m.rule_maxLength({ max: MOST_CHECK_TEXT })),
      ),
    }),
    answer: v.null(),
    errors: [404, 409],
    write: 'save',
    run: async ({ c, tx, actor, body }) => {
      await answerCheck(tx, c.get('deps').secret, actor, body)
      return null
    },
    msg: () => m.check_answerSent(),
  }),
}
