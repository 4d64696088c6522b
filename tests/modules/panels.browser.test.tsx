import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { BackendError } from '#src/backend/backend-error.ts'
import { DashboardPage } from '#src/features/dashboard/dashboard.page.tsx'
import {
  jobsQuery,
  type ModulePanelData,
  modulePanelQuery,
  ownViewsQuery,
  type PanelEntry,
  summaryQuery,
} from '#src/features/dashboard/dashboard.queries.ts'
import { ModuleTextPage } from '#src/features/modules/module-text.page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { PermissionProvider } from '#src/layout/can.tsx'
import type { FilterTree } from '#src/resource/filter-tree.ts'
import { renderPage } from '../support/with-router.tsx'
import '#app/styles.css'

const person = { userId: 1, nickname: 'Li', username: 'li', last_login_time: null, last_login_ip: '' }
const text = (en: string) => ({ 'zh-cn': en, en })
const menu = 'asset/list'
const broken: FilterTree = { field: 'state', operator: 'eq', val: 'broken' }

type Shown = PanelEntry & { data: ModulePanelData | BackendError }

const panels: Shown[] = [
  {
    uid: 'asset',
    key: 'broken',
    kind: 'number',
    title: 'Broken',
    lines: 2,
    data: { kind: 'number', menu, filter: broken, total: 1_234, estimated: false },
  },
  {
    uid: 'asset',
    key: 'newest',
    kind: 'list',
    title: 'Newest',
    lines: 2,
    data: {
      kind: 'list',
      menu,
      filter: null,
      fields: [
        { name: 'name', type: 'text', label: text('Name') },
        { name: 'roomId', type: 'relation', resource: 'room', label: text('Room') },
        { name: 'price', type: 'money', label: text('Price') },
      ],
      rows: [
        { id: 7, values: ['Projector', 3, 123_400] },
        { id: 8, values: ['', null, null] },
      ],
      labels: { roomId: { 3: 'Room 3' } },
    },
  },
  {
    uid: 'asset',
    key: 'states',
    kind: 'groups',
    title: 'States',
    lines: 3,
    data: {
      kind: 'groups',
      menu,
      filter: broken,
      field: 'kind',
      groups: [
        { value: 'a', label: 'Computers', tone: 'success', count: 30 },
        { value: 'b', label: 'Desks', tone: null, count: 15 },
        { value: null, label: 'Not set', tone: null, count: 0 },
      ],
    },
  },
  {
    uid: 'asset',
    key: 'none',
    kind: 'list',
    title: 'Nothing',
    lines: 2,
    data: { kind: 'list', menu, filter: null, fields: [], rows: [], labels: {} },
  },
  {
    uid: 'asset',
    key: 'wrong',
    kind: 'number',
    title: 'Wrong',
    lines: 2,
    data: new BackendError(400, 'There is no field "age".'),
  },
]

async function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
  // What has just arrived is not asked for again.
  const updatedAt = Date.now() + 60_000
  const entries = panels.map(({ data: _data, ...entry }) => entry)
  const nothing = { organizations: null, subjects: null, levels: null, years: null, schemes: null }
  client.setQueryData(summaryQuery.queryKey, { ...nothing, panels: entries }, { updatedAt })
  client.setQueryData(ownViewsQuery.queryKey, [], { updatedAt })
  client.setQueryData(jobsQuery.queryKey, [], { updatedAt })
  for (const { data, ...entry } of panels) {
    const { queryKey } = modulePanelQuery(entry)
    if (!(data instanceof BackendError)) {
      client.setQueryData(queryKey, data, { updatedAt })
      continue
    }
    const query = client.getQueryCache().build(client, { queryKey: [...queryKey] })
    query.setState({ data: undefined, status: 'error', error: data, fetchStatus: 'idle' })
  }
  return renderPage(
    <QueryClientProvider client={client}>
      <PermissionProvider holder={{ super: false, nodes: new Set() }}>
        <main>
          <DashboardPage person={person} menus={[]} timeZone="UTC" now={Date.parse('2026-09-01T06:00:00Z')} />
        </main>
      </PermissionProvider>
    </QueryClientProvider>,
  )
}

const placeOf = (link: Element) => {
  const { pathname, searchParams } = new URL((link as HTMLAnchorElement).href)
  const filter = searchParams.get('filter')
  return [pathname, filter === null ? null : JSON.parse(filter)]
}

test('the panels of modules follow those of the product, each with links to its rows', async () => {
  const screen = await show()
  const region = (name: string) => screen.getByRole('region', { name, exact: true })
  const list = `/admin/${menu}`
  const number = region('Broken').getByRole('link', { name: '1,234' })
  await expect.element(number).toBeVisible()
  expect(placeOf(number.element())).toEqual([list, broken])

  const newest = region('Newest')
  const projector = newest.getByRole('link', { name: 'Projector' })
  expect(placeOf(projector.element())).toEqual([list, { field: 'id', operator: 'eq', val: 7 }])
  const [first, second] = newest.getByRole('listitem').elements()
  expect([first?.textContent, second?.textContent]).toEqual([
    expect.stringMatching(/^ProjectorRoom 31,234\.00$/),
    m.part_panelNone(),
  ])

  const states = region('States')
  const bars = states.getByRole('link').elements()
  expect(bars.map((link) => link.textContent)).toEqual(['Computers30', 'Desks15', 'Not set0'])
  expect(bars.map((link) => placeOf(link)[1])).toEqual([
    { and: [broken, { field: 'kind', operator: 'eq', val: 'a' }] },
    { and: [broken, { field: 'kind', operator: 'eq', val: 'b' }] },
    { and: [broken, { field: 'kind', operator: 'NULL', val: '' }] },
  ])

  await expect.element(region('Nothing').getByText(m.part_panelEmpty())).toBeVisible()
  await expect.element(region('Wrong').getByRole('alert').getByText('There is no field "age".')).toBeVisible()
  const titles = screen.getByRole('heading', { level: 2 }).elements()
  const all = titles.map((title) => title.textContent)
  expect(all).toEqual(expect.arrayContaining([m.dashboard_todo(), ...panels.map(({ title }) => title)]))
})

test('a page of a module shows its text, and nothing but what rich text may have', async () => {
  const content =
    '<h2>How to</h2><p>Count <b>twice</b>.</p><script>document.title = "x"</script><p onclick="x()">Then write.</p>'
  const screen = await renderPage(<ModuleTextPage page={{ name: 'asset/guide', title: 'Guide', content }} />)
  await expect.element(screen.getByRole('heading', { name: 'Guide', level: 1 })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'How to' })).toBeVisible()
  const last = screen.getByText('Then write.').element()
  expect([last.getAttribute('onclick'), document.querySelector('.rich-text script')]).toEqual([null, null])
})
