import * as v from 'valibot'
import { findPanel, panelAnswer, panelData, panelEntry, panelQuery } from '#src/features/modules/panels.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { changeEntry, latestChanges } from '#src/server/history/latest-changes.server.ts'
import { inTurn } from '#src/server/list/read-turns.server.ts'
import { savedView } from '#src/server/views/view.schema.ts'
import { publishedAnswer, publishedExams } from './exam-means.server.ts'
import { collectingAnswer, collectingExams, waitingAnswer, waitingExams } from './exam-work.server.ts'
import { ownViews } from './own-views.server.ts'
import { summaryFor } from './summary.server.ts'

/** The number of changes that the dashboard shows. */
const CHANGES = 8

const count = v.number()
const common = { method: 'get', tag: 'resource', security: 'admin', node: 'dashboard' } as const

/** Each part is null for callers who may not read its resource. */
const summary = v.strictObject({
  organizations: v.nullable(
    v.strictObject({
      total: count,
      types: v.array(v.strictObject({ type: v.string(), count })),
      /** By education level. An organization may have several. */
      levels: v.array(v.strictObject({ id, count })),
      noContact: count,
      noLevels: count,
      noArea: count,
      /** By provinces, or by the divisions below the area that all of them have in common. */
      areas: v.strictObject({
        above: v.string(),
        list: v.array(v.strictObject({ code: v.string(), name: v.string(), count })),
      }),
    }),
  ),
  subjects: v.nullable(v.strictObject({ on: count, off: count })),
  levels: v.nullable(v.array(v.strictObject({ id, name: v.string() }))),
  years: v.nullable(v.strictObject({ year: v.number(), total: count, current: count, graduating: count })),
  schemes: v.nullable(v.strictObject({ draft: count, published: count, changed: count })),
  /** The panels of modules, in the order of the modules. */
  panels: v.array(panelEntry),
})

/** What the dashboard shows. A part that the caller has no node for is left out here, not only on the page. */
export const dashboardEndpoints = {
  summary: endpoint({
    ...common,
    path: '/adminApi/dashboard/summary',
    summary: m.call_dashboard,
    answer: summary,
    run: ({ db, actor }) => summaryFor(db, actor),
  }),
  changes: endpoint({
    ...common,
    path: '/adminApi/dashboard/changes',
    summary: m.call_dashboardChanges,
    answer: v.strictObject({ list: v.array(changeEntry) }),
    errors: [429],
    run: ({ c, actor }) => inTurn(c, async (db) => ({ list: await latestChanges(db, actor, CHANGES) })),
  }),
  views: endpoint({
    ...common,
    path: '/adminApi/dashboard/views',
    summary: m.call_dashboardViews,
    answer: v.strictObject({
      list: v.array(
        v.strictObject({
          ...v.pick(savedView, ['id', 'name', 'resource', 'state']).entries,
          menu: v.string(),
          title: v.string(),
        }),
      ),
    }),
    run: async ({ db, actor }) => ({ list: await ownViews(db, actor) }),
  }),
  collecting: endpoint({
    ...common,
    path: '/adminApi/dashboard/collecting',
    summary: m.call_dashboardCollecting,
    node: 'exam/data/index',
    answer: collectingAnswer,
    run: async ({ db, actor }) => ({ list: await collectingExams(db, actor) }),
  }),
  waiting: endpoint({
    ...common,
    path: '/adminApi/dashboard/waiting',
    summary: m.call_dashboardWaiting,
    node: ['exam/exam/lock', 'exam/exam/publish'],
    answer: waitingAnswer,
    run: async ({ db, actor }) => ({ list: await waitingExams(db, actor) }),
  }),
  published: endpoint({
    ...common,
    path: '/adminApi/dashboard/published',
    summary: m.call_dashboardPublished,
    node: 'report/index',
    answer: publishedAnswer,
    run: async ({ db, actor }) => ({ list: await publishedExams(db, actor) }),
  }),
  /** Needs the index node of the panel's resource, too. */
  modulePanel: endpoint({
    ...common,
    path: '/adminApi/dashboard/modulePanel',
    summary: m.call_dashboardModulePanel,
    query: panelQuery,
    answer: panelAnswer,
    errors: [403, 404, 429],
    run: async ({ c, db, actor, query }) => {
      const found = await findPanel(db, actor, query)
      return inTurn(c, (reading) => panelData(reading, actor, found))
    },
  }),
}
