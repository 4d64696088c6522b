import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { keepDraft } from '#src/crud/form/draft.ts'
import { dropDrafts, takeWantedDraft } from '#src/crud/form/draft-store.ts'
import { DashboardPage } from '#src/features/dashboard/dashboard.page.tsx'
import {
  changesQuery,
  collectingQuery,
  jobsQuery,
  type LatestChange,
  ownViewsQuery,
  publishedQuery,
  type Summary,
  summaryQuery,
  waitingQuery,
} from '#src/features/dashboard/dashboard.queries.ts'
import { panels } from '#src/features/dashboard/panels.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { PermissionProvider } from '#src/layout/can.tsx'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import '#app/styles.css'

const person = {
  userId: 1,
  nickname: 'Li',
  username: 'li',
  last_login_time: '2026-08-31T23:10:00Z',
  last_login_ip: '10.0.0.1',
}
const counted: Summary = {
  organizations: {
    total: 1_234,
    types: [
      { type: 'school', count: 1_200 },
      { type: 'bureau', count: 34 },
    ],
    levels: [{ id: 3, count: 900 }],
    noContact: 7,
    noLevels: 0,
    noArea: 1,
    areas: { above: '44', list: [{ code: '4403', name: '深圳市', count: 12 }] },
  },
  subjects: { on: 9, off: 1 },
  levels: [{ id: 3, name: '小学' }],
  years: { year: 2026, total: 12, current: 9, graduating: 3 },
  schemes: { draft: 1, published: 2, changed: 1 },
  panels: [],
}
const change: LatestChange = {
  changeSetId: 5,
  kind: 'save',
  time: '2026-09-01T07:00:00Z',
  actor: { id: 2, name: 'wu' },
  resource: 'organization',
  menu: 'baseInfo/organization',
  title: 'Organization',
  operation: 'update',
  count: 1,
  ids: [8],
  row: { id: 8, title: 'North School', exists: true },
  self: false,
  undoes: null,
  undoneBy: null,
  undoable: true,
}

const collectingExam = {
  id: 5,
  name: 'Midterm',
  deadline: '2026-09-10T10:00:00Z',
  schools: 12,
  submitted: 3,
  late: 4,
  lateNames: ['East', 'West', 'North'],
  expected: 2000,
  entered: 500,
}
const publishedExam = {
  id: 7,
  name: 'Mock',
  day: '2026-06-01',
  unit: 'East',
  mean: 412.345,
  fullMark: 600,
  trend: [0.61, 0.6872],
}

const all = ['organization', 'subject', 'educate-level', 'student-year', 'exam-scheme'].flatMap((key) =>
  ['index', 'add', 'edit', 'del', 'publish'].map((verb) => `baseInfo/${key}/${verb}`),
)

type Given = { summary?: Summary; changes?: LatestChange[]; jobs?: JobView[]; nodes?: string[]; failing?: boolean }

async function show({ summary = counted, changes = [change], jobs = [], nodes = all, failing = false }: Given = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
  // What has just arrived is not asked for again.
  const updatedAt = Date.now() + 60_000
  client.setQueryData(summaryQuery.queryKey, summary, { updatedAt })
  client.setQueryData(ownViewsQuery.queryKey, [], { updatedAt })
  client.setQueryData(changesQuery.queryKey, changes, { updatedAt })
  client.setQueryData(jobsQuery.queryKey, jobs, { updatedAt })
  client.setQueryData(collectingQuery.queryKey, [collectingExam], { updatedAt })
  client.setQueryData(waitingQuery.queryKey, [{ id: 6, name: 'Final', step: 'publish' }], { updatedAt })
  client.setQueryData(publishedQuery.queryKey, [publishedExam], { updatedAt })
  if (failing) {
    const query = client.getQueryCache().find({ queryKey: changesQuery.queryKey })
    query?.setState({ data: undefined, status: 'error', error: new Error('no answer'), fetchStatus: 'idle' })
  }
  const page = () => (
    <QueryClientProvider client={client}>
      <PermissionProvider holder={{ super: false, nodes: new Set(nodes) }}>
        <main>
          <DashboardPage
            person={person}
            menus={[]}
            timeZone="UTC"
            now={Date.parse('2026-09-01T06:00:00Z')}
            loadDemo={<button type="button">{m.dashboard_loadDemo()}</button>}
          />
        </main>
      </PermissionProvider>
    </QueryClientProvider>
  )
  const routeTree = createRootRoute({ component: page, notFoundComponent: page })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  return render(<RouterProvider router={router} />)
}

/** The search of a link, as the router writes it without the product's codec. */
const filterOf = (link: Element) => {
  const text = new URL((link as HTMLAnchorElement).href).searchParams.get('filter')
  return text === null ? undefined : JSON.parse(text)
}

let stream: EventTarget
beforeEach(() => {
  // No process answers here: jobs and failing calls have none.
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      static readonly CLOSED = 2
      readyState = 1
      constructor() {
        super()
        stream = this
      }
      close() {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  dropDrafts()
  localStorage.clear()
})

test('the strip greets, and has the last sign-in, its address and the working time', async () => {
  const page = await show()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(`Li${m.greeting_goodMorning()}`)
  await expect.element(page.getByText('2026-08-31 23:10')).toBeVisible()
  await expect.element(page.getByText('10.0.0.1')).toBeVisible()
  await expect.element(page.getByRole('timer')).toBeVisible()
})

test('every figure and every part of it leads to its rows', async () => {
  const page = await show()
  const card = page.getByRole('region', { name: m.menu_organization(), exact: true })
  await expect
    .element(card.getByRole('link', { name: /1,234/ }))
    .toHaveAttribute('href', expect.stringContaining('organization'))
  expect(filterOf(card.getByRole('link', { name: /1,234/ }).element())).toBeUndefined()
  expect(filterOf(card.getByRole('link', { name: /1,200/ }).element())).toMatchObject({ field: 'type', val: 'school' })
  expect(filterOf(card.getByRole('link', { name: /小学/ }).element())).toMatchObject({ field: 'levelIds', val: [3] })
  const area = page.getByRole('region', { name: m.dashboard_areas() })
  expect(filterOf(area.getByRole('link', { name: /深圳市/ }).element())).toMatchObject({
    operator: 'WITHIN',
    val: ['4403'],
  })
})

test('what waits is what the user may do; nothing to do is said', async () => {
  const page = await show()
  const todo = page.getByRole('region', { name: m.dashboard_todo() })
  await expect.element(todo.getByRole('link', { name: m.dashboard_todoContact({ count: 7 }) })).toBeVisible()
  expect(todo.getByRole('link').elements()).toHaveLength(4)
  await page.unmount()
  const reader = await show({ nodes: all.filter((node) => node.endsWith('/index')) })
  await expect.element(reader.getByText(m.dashboard_todoNone())).toBeVisible()
})

test('a kept draft opens its form', async () => {
  keepDraft('ys-draft:organization:12', { version: 1, values: { name: 'Typed' }, base: { name: 'Old' }, labels: {} })
  const page = await show()
  await page.getByRole('button', { name: /Typed/ }).click()
  expect(takeWantedDraft('subject')).toBeUndefined()
  expect(takeWantedDraft('organization')).toBe('ys-draft:organization:12')
  expect(takeWantedDraft('organization')).toBeUndefined()
})

test('a change names its user and its row, and many rows are asked about before they go back', async () => {
  const many = { ...change, changeSetId: 6, kind: 'import', operation: 'insert' as const, count: 30, row: null }
  const page = await show({ changes: [change, many] })
  const list = page.getByRole('region', { name: m.dashboard_changes() })
  await expect.element(list.getByRole('button', { name: 'North School', exact: true })).toBeVisible()
  const what = m.dashboard_rows({ count: '30', title: 'Organization' })
  await list.getByRole('button', { name: m.dashboard_undo({ what }) }).click()
  await expect.element(page.getByRole('alertdialog', { name: m.undo_askTitle({ count: '30' }) })).toBeVisible()
})

test('a panel that fails leaves the others alone and can be tried again', async () => {
  const page = await show({ failing: true })
  const list = page.getByRole('region', { name: m.dashboard_changes() })
  await expect.element(list.getByRole('button', { name: m.ui_retry() })).toBeVisible()
  await expect.element(page.getByText(m.dashboard_todoContact({ count: 7 }))).toBeVisible()
})

test('exams have panels: what is entered and who is late, what waits, and the means so far', async () => {
  const page = await show({ nodes: ['exam/data/index', 'exam/exam/lock', 'report/index'] })
  const collecting = page.getByRole('region', { name: m.dashboard_collecting() })
  await expect
    .element(collecting.getByText(`${m.dashboard_entered({ entered: '500', expected: '2,000' })} (25.00%)`))
    .toBeVisible()
  await expect.element(collecting.getByText(m.dashboard_submitted({ submitted: '3', schools: '12' }))).toBeVisible()
  const names = ['East', 'West', 'North'].join(m.dashboard_comma())
  await expect.element(collecting.getByText(m.dashboard_lateMore({ names, count: '4' }))).toBeVisible()
  await expect.element(collecting.getByRole('link')).toHaveAttribute('href', expect.stringMatching(/exam=.*5/))
  const waiting = page.getByRole('region', { name: m.dashboard_waiting() })
  await expect.element(waiting.getByText(m.dashboard_toPublish())).toBeVisible()
  await expect.element(waiting.getByRole('link')).toHaveAttribute('href', '/admin/exam/exam/6')
  const published = page.getByRole('region', { name: m.dashboard_published() })
  await expect.element(published.getByText(m.dashboard_mean({ mean: '412.3', full: '600' }))).toBeVisible()
  const shares = ['61%', '69%'].join(m.dashboard_comma())
  await expect.element(published.getByRole('img', { name: m.dashboard_trend({ shares }) })).toBeVisible()
})

test('without nodes there are neither figures nor panels of resources', async () => {
  const nothing: Summary = { organizations: null, subjects: null, levels: null, years: null, schemes: null, panels: [] }
  const page = await show({ summary: nothing, nodes: ['dashboard'] })
  await expect.element(page.getByRole('region', { name: m.dashboard_todo() })).toBeVisible()
  expect(page.getByRole('region', { name: m.dashboard_figures() }).elements()).toHaveLength(0)
  for (const panel of panels.filter(({ nodes }) => nodes))
    expect(page.getByRole('region', { name: panel.title() }).elements()).toHaveLength(0)
})

test('the first steps are ticked from the data, can be hidden, and come back', async () => {
  const empty = { ...counted.organizations, total: 0 } as NonNullable<Summary['organizations']>
  const page = await show({ summary: { ...counted, organizations: empty } })
  const steps = page.getByRole('region', { name: m.dashboard_steps() })
  await expect.element(steps.getByText(m.dashboard_stepsDone({ done: 3, count: 4 }))).toBeVisible()
  await expect.element(steps.getByRole('button', { name: m.dashboard_loadDemo() })).toBeVisible()
  await steps.getByRole('button', { name: m.dashboard_stepsHide() }).click()
  await expect.element(steps).not.toBeInTheDocument()
  await page.getByRole('button', { name: m.dashboard_stepsShow() }).click()
  await expect.element(steps).toBeVisible()
  await page.unmount()
  const done = await show()
  await expect.element(done.getByText('1,234')).toBeVisible()
  expect(done.getByRole('region', { name: m.dashboard_steps() }).elements()).toHaveLength(0)
})

const job = (id: number, title: string): JobView => ({
  id,
  kind: 'import',
  title,
  state: 'done',
  step: '',
  done: 0,
  total: null,
  message: `${title} is over`,
  stopping: false,
  result: null,
  links: [],
  about: null,
  attempt: 1,
  createTime: '2026-09-01T05:00:00Z',
  startTime: null,
  endTime: '2026-09-01T05:00:00Z',
})

test('that there is no job is said at once', async () => {
  const page = await show({ jobs: [] })
  await expect.element(page.getByRole('region', { name: m.job_open() }).getByText(m.job_none())).toBeVisible()
})

test('the jobs that came with the page are there before the stream, and stay while it sends them one by one', async () => {
  const page = await show({ jobs: [job(2, 'Second'), job(1, 'First')] })
  const panel = page.getByRole('region', { name: m.job_open() })
  const titles = () =>
    panel
      .getByRole('listitem')
      .elements()
      .map((one) => one.querySelector('span.truncate')?.textContent)
  await expect.poll(titles).toEqual(['Second', 'First'])
  const send = (type: string, data: unknown) =>
    stream.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }))
  send('hello', {})
  send('job', job(3, 'Third'))
  await expect.poll(titles).toEqual(['Third', 'Second', 'First'])
  // When all have arrived, one that the stream has not sent is gone.
  await expect.poll(titles).toEqual(['Third'])
})
