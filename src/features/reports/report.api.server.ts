import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { noteListView, type ViewKind } from '#src/features/results/pupil-view.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id, integer } from '#src/lib/number-rules.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { attachment } from '#src/server/export/attachment.server.ts'
import { reportAnswer, reportIndexAnswer } from './report-answers.server.ts'
import { reportBody } from './report-body.server.ts'
import { chooseReport, type ReportQuery } from './report-choice.server.ts'
import { footOf } from './report-foot.server.ts'
import { readableExams } from './report-index.server.ts'
import { NEAR_MOST, reportKeys } from './report-keys.ts'
import { orNone, unitChoice, versionChoice } from './report-rules.server.ts'
import { reportBook } from './report-sheet.server.ts'
import { UNIT_KEY, unitKey } from './report-units.server.ts'
import { versionKey } from './report-versions.server.ts'
import { reportDefinitions } from './reports.ts'

const common = { method: 'get', tag: 'resource', security: 'admin', node: 'report/index' } as const
const query = v.object({
  exam: id,
  version: versionChoice,
  report: v.picklist(reportKeys),
  unit: unitChoice,
  subject: orNone(v.pipe(v.string(), v.regex(/^(raw|assigned|total)(-\d{1,15})?$/))),
  with: orNone(v.union([v.literal('none'), v.pipe(v.string(), v.regex(UNIT_KEY))])),
  near: orNone(integer(1, NEAR_MOST)),
})

/**
 * What a saved view has of a report. Without an exam it is for whichever one is chosen. The calls check what a view
 * names when it is opened, as they check an address. Sheets of pupils have no views.
 */
export const reportViewSearch = v.strictObject({ ...query.entries, exam: v.optional(id) })

/** The calls of reports. What they answer is within the data scope, and what a publication shows. */
export const reportEndpoints = {
  index: endpoint({
    ...common,
    path: '/adminApi/report/index',
    summary: m.call_reports,
    query: v.object({ exam: v.optional(id) }),
    answer: reportIndexAnswer,
    run: async ({ db, actor, query: { exam } }) => ({ list: await readableExams(db, actor, exam) }),
  }),
  show: endpoint({
    ...common,
    path: '/adminApi/report/show',
    summary: m.call_report,
    query,
    answer: reportAnswer,
    errors: [404],
    run: ({ db, actor, query: wanted }) => shownReport(db, actor, wanted, 'list'),
  }),
  sheet: endpoint({
    ...common,
    path: '/adminApi/report/sheet',
    summary: m.call_reportSheet,
    query,
    answer: v.string(),
    bare: 'application/octet-stream',
    log: 'export',
    errors: [404],
    run: async ({ db, actor, query: wanted, c }) => {
      const isHead = c.req.method === 'HEAD'
      const { title, blocks, footer, exam } = await shownReport(db, actor, wanted, isHead ? undefined : 'file')
      const body = isHead ? null : await reportBook({ title, blocks, footer })
      return attachment(body && new Blob([new Uint8Array(body)]).stream(), {
        name: `${exam.name} ${title}.xlsx`,
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      })
    },
  }),
}

/** A report as screen, paper and workbook show it. @param kind how pupils who are named in it are seen */
async function shownReport(
  db: Db,
  actor: Actor,
  wanted: ReportQuery,
  kind: ViewKind | undefined,
): Promise<v.InferOutput<typeof reportAnswer>> {
  const chosen = await chooseReport(db, actor, wanted)
  const { exam, version, unit, above, reference, comparable } = chosen
  const { named, ...body } = await reportBody(db, chosen)
  if (kind) await noteNamed(db, actor, { examId: exam.id, candidates: named, kind })
  const own = [unit, ...above].filter((one) => one.own)
  const { timeZone } = await readConfig(db, ['timeZone'])
  return {
    ...body,
    exam: { id: exam.id, name: exam.name },
    version: versionKey(version),
    unit: unitKey(unit),
    path: own.toReversed().map((one) => ({ key: unitKey(one), name: one.name })),
    with: reference ? unitKey(reference) : '',
    comparable: reportDefinitions[wanted.report].needs.includes('reference')
      ? comparable.map((one) => ({ value: unitKey(one), label: one.name }))
      : [],
    footer: footOf({ exam: exam.name, since: exam.since, until: exam.until, version, timeZone }),
  }
}

/** Families are told of lists that name their pupils, as they are of sheets. */
async function noteNamed(
  db: Db,
  actor: Actor,
  listed: { examId: number; candidates: readonly number[]; kind: ViewKind },
): Promise<void> {
  await noteListView(db, { ...listed, viewerId: actor.viewer?.id ?? actor.id })
}
