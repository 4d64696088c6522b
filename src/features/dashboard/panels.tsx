import { m } from '#src/i18n/paraglide/messages.js'
import { lazyPart } from '#src/ui/lazy.tsx'
import { AreaChart } from './area-chart.tsx'
import {
  changesNodes,
  changesQuery,
  collectingQuery,
  ownViewsQuery,
  publishedQuery,
  summaryQuery,
  waitingQuery,
} from './dashboard.queries.ts'
import { type Panel, PanelWaiting, queryPanel } from './panel.tsx'
import { TodoList } from './todo-list.tsx'

const ChangeList = lazyPart(
  async () => (await import('./dashboard-changes.tsx')).DashboardChanges,
  <PanelWaiting lines={8} />,
)
const JobList = lazyPart(async () => (await import('./job-list.tsx')).JobList, <PanelWaiting lines={3} />)
const RecentPages = lazyPart(async () => (await import('./recent-pages.tsx')).RecentPages, <PanelWaiting lines={5} />)
const CollectingExams = lazyPart(
  async () => (await import('./exam-panels.tsx')).CollectingExams,
  <PanelWaiting lines={2} />,
)
const WaitingExams = lazyPart(async () => (await import('./exam-panels.tsx')).WaitingExams, <PanelWaiting lines={2} />)
const PublishedExams = lazyPart(
  async () => (await import('./exam-panels.tsx')).PublishedExams,
  <PanelWaiting lines={6} />,
)
const ViewLinks = lazyPart(async () => (await import('./view-links.tsx')).ViewLinks, <PanelWaiting lines={5} />)

/**
 * The panels of the dashboard, in the order in which people should see them. A new panel is an entry here. A panel
 * whose node the user lacks is not on the page, and its endpoint answers 403.
 */
export const panels: readonly Panel[] = [
  queryPanel({ key: 'todo', title: m.dashboard_todo, lines: 6, query: summaryQuery, Content: TodoList }),
  queryPanel({
    key: 'collecting',
    title: m.dashboard_collecting,
    lines: 2,
    nodes: ['exam/data/index'],
    query: collectingQuery,
    empty: (list) => (list.length === 0 ? m.dashboard_collectingNone() : undefined),
    Content: CollectingExams,
  }),
  queryPanel({
    key: 'waiting',
    title: m.dashboard_waiting,
    lines: 2,
    nodes: ['exam/exam/lock', 'exam/exam/publish'],
    query: waitingQuery,
    empty: (list) => (list.length === 0 ? m.dashboard_waitingNone() : undefined),
    Content: WaitingExams,
  }),
  queryPanel({
    key: 'published',
    title: m.dashboard_published,
    lines: 6,
    nodes: ['report/index'],
    query: publishedQuery,
    empty: (list) => (list.length === 0 ? m.dashboard_publishedNone() : undefined),
    Content: PublishedExams,
  }),
  queryPanel({
    key: 'changes',
    title: m.dashboard_changes,
    lines: 8,
    nodes: changesNodes,
    query: changesQuery,
    empty: (list) => (list.length === 0 ? m.dashboard_changesNone() : undefined),
    Content: ChangeList,
  }),
  queryPanel({
    key: 'areas',
    title: m.dashboard_areas,
    lines: 12,
    nodes: ['baseInfo/organization/index'],
    query: summaryQuery,
    empty: ({ organizations }) =>
      organizations && organizations.areas.list.length > 0 ? undefined : m.dashboard_areasNone(),
    Content: AreaChart,
  }),
  { key: 'jobs', title: m.job_open, lines: 3, Body: JobList },
  { key: 'recent', title: m.dashboard_recent, lines: 5, half: true, Body: RecentPages },
  queryPanel({
    key: 'views',
    title: m.dashboard_views,
    lines: 5,
    half: true,
    query: ownViewsQuery,
    empty: (list) => (list.length === 0 ? m.dashboard_viewsNone() : undefined),
    Content: ViewLinks,
  }),
]

/** Distributes panels over two columns of about the same height. Halves stay together. */
export function inColumns(shown: readonly Panel[]): [Panel[], Panel[]] {
  const columns: [Panel[], Panel[]] = [[], []]
  const heights = [0, 0]
  let beside: number | undefined
  for (const panel of shown) {
    const second = panel.half && beside !== undefined
    const at = second ? (beside ?? 0) : (heights[1] ?? 0) < (heights[0] ?? 0) ? 1 : 0
    columns[at === 1 ? 1 : 0].push(panel)
    // A line for the title.
    if (!second) heights[at] = (heights[at] ?? 0) + panel.lines + 1.5
    beside = panel.half && !second ? at : undefined
  }
  return columns
}
