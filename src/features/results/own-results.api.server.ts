import * as v from 'valibot'
import { checkOutcomes, MOST_CHECK_TEXT } from '#src/features/exam-checks/check-outcomes.ts'
import { askCheck, ownChecks } from '#src/features/exam-checks/own-checks.server.ts'
import { blockAnswer, footAnswer } from '#src/features/reports/report-answers.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { ownPapers, ownResult, ownResults, ownSheet } from './own-results.server.ts'
import { assertLink, noteView, viewKinds, viewsOfLink } from './pupil-view.server.ts'

const common = { tag: 'session', security: 'user', node: 'account/results' } as const
const time = v.pipe(v.string(), v.isoTimestamp())

const check = v.strictObject({
  id: v.number(),
  subject: v.number(),
  name: v.string(),
  version: v.number(),
  text: v.string(),
  state: v.picklist(['open', 'answered']),
  outcome: v.picklist([...checkOutcomes, '']),
  answer: v.string(),
  time,
  answerTime: v.nullable(time),
})

const exam = v.strictObject({
  id: v.number(),
  name: v.string(),
  since: v.string(),
  until: v.string(),
  /** The number of the publication. */
  version: v.number(),
})

/** What members see of the results of the pupils whose family accounts they are. */
export const ownResultEndpoints = {
  index: endpoint({
    ...common,
    method: 'get',
    path: '/api/result/index',
    summary: m.call_ownResults,
    answer: v.strictObject({
      list: v.array(v.strictObject({ link: v.number(), name: v.string(), relation: v.string(), exams: v.array(exam) })),
    }),
    run: async ({ db, actor }) => ({ list: await ownResults(db, actor.id) }),
  }),
  show: endpoint({
    ...common,
    method: 'get',
    path: '/api/result/show',
    summary: m.call_ownResult,
    query: v.object({ link: id, exam: id }),
    answer: v.strictObject({
      pupil: v.string(),
      exam,
      blocks: blockAnswer,
      footer: footAnswer,
      checks: v.strictObject({
        /** Whether checks can be asked for, and until when. */
        open: v.boolean(),
        until: time,
        papers: v.array(v.strictObject({ subject: v.number(), name: v.string(), asked: v.boolean() })),
        list: v.array(check),
      }),
    }),
    errors: [404],
    run: async ({ db, actor, query }) => {
      const found = await ownResult(db, actor.id, query)
      const { papers, ...sheet } = await ownSheet(db, found)
      const list = await ownChecks(db, found)
      // Whoever views as a member is one of the back office.
      if (actor.viewer)
        await noteView(db, { examId: found.id, studentId: found.studentId, viewerId: actor.viewer.id, kind: 'screen' })
      const asked = new Set(list.flatMap(({ subject, version }) => (version === found.version ? [subject] : [])))
      const { id: examId, name, since, until, version } = found
      return {
        pupil: found.pupil,
        exam: { id: examId, name, since, until, version },
        ...sheet,
        checks: {
          open: found.open,
          until: found.closes,
          papers: papers.map((paper) => ({ ...paper, asked: asked.has(paper.subject) })),
          list,
        },
      }
    },
  }),
  views: endpoint({
    ...common,
    method: 'get',
    path: '/api/result/views',
    summary: m.call_ownViews,
    query: v.object({ link: id }),
    answer: v.strictObject({
      list: v.array(
        v.strictObject({
          exam: v.string(),
          who: v.string(),
          organization: v.string(),
          kind: v.picklist(viewKinds),
          count: v.number(),
          first: time,
          last: time,
        }),
      ),
    }),
    errors: [404],
    run: async ({ db, actor, query: { link } }) => {
      await assertLink(db, actor.id, link)
      return { list: await viewsOfLink(db, actor.id, link) }
    },
  }),
  check: endpoint({
    ...common,
    method: 'post',
    path: '/api/result/check',
    summary: m.call_askCheck,
    body: v.strictObject({
      link: id,
      exam: id,
      subject: id,
      text: v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1, () => m.rule_required()),
        v.maxLength(MOST_CHECK_TEXT, () => m.rule_maxLength({ max: MOST_CHECK_TEXT })),
      ),
    }),
    answer: v.object({ id: v.number() }),
    errors: [404, 409],
    write: 'save',
    run: async ({ tx, actor, body }) => {
      const found = await ownResult(tx, actor.id, body)
      const papers = await ownPapers(tx, found)
      return askCheck(tx, found, { accountId: actor.id, subject: body.subject, text: body.text, papers })
    },
    msg: () => m.check_sent(),
  }),
}
