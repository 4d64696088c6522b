import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import { type SavedListView, viewsQuery } from '#src/crud/views/views.ts'
import { ReportPage } from '#src/features/reports/report.page.tsx'
import {
  type ChosenReport,
  type ReportAnswer,
  reportIndexQuery,
  reportQuery,
} from '#src/features/reports/report.queries.ts'
import { REPORT_VIEWS } from '#src/features/reports/report-keys.ts'
import type { ReportSearch } from '#src/features/reports/report-search.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { PermissionProvider } from '#src/layout/can.tsx'
import '../../app/styles.css'

const version = { key: '1', number: 1, run: 1, time: '2026-11-08T00:00:00.000Z', note: '' }
const exams = [
  { id: 3, name: 'Midterm', since: '2026-11-04', until: '2026-11-06', held: false, versions: [version], units: [] },
  { id: 2, name: 'Final', since: '2026-06-20', until: '2026-06-22', held: false, versions: [version], units: [] },
]
const view = (one: Partial<SavedListView>): SavedListView => ({
  id: 7,
  version: 1,
  resource: REPORT_VIEWS,
  name: 'Physics by class',
  ownerId: 1,
  ownerName: 'Wang Wu',
  editable: true,
  roleIds: [],
  state: { search: { report: 'comparison', subject: 'raw-1' } },
  isDefault: false,
  ...one,
})
const views = [
  view({}),
  view({
    id: 8,
    name: 'Lines of the final',
    editable: false,
    state: { search: { report: 'lines', exam: 2, version: '1' } },
  }),
]
const answer = (exam: number): ReportAnswer => ({
  title: 'Unit comparison · East School',
  exam: { id: exam, name: 'Midterm' },
  version: '1',
  unit: 'school-1',
  path: [{ key: 'school-1', name: 'East School' }],
  subject: 'raw-1',
  subjects: [
    { value: 'total', label: 'Total' },
    { value: 'raw-1', label: 'Physics' },
  ],
  with: '',
  comparable: [],
  blocks: [],
  footer: [],
})

const name = '示范区第七高级中学附属实验初级中学'.repeat(4)
const ofLongName: ReportAnswer = {
  ...answer(3),
  path: [
    { key: 'district-1', name: 'District' },
    { key: 'school-1', name },
  ],
  with: 'school-1',
  comparable: [{ value: 'school-1', label: name }],
}

/** The page, whose exams, reports and views are there already. */
async function openPage(first: ReportSearch) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, retryOnMount: false, staleTime: Infinity } },
  })
  client.setQueryData(reportIndexQuery.queryKey, exams)
  client.setQueryData(viewsQuery(REPORT_VIEWS).queryKey, { list: views, roles: [{ value: 4, label: 'Principals' }] })
  const shown: ChosenReport[] = [
    { exam: 3, report: 'comparison', subject: 'raw-1' },
    { exam: 3, report: 'comparison', subject: 'total' },
    { exam: 3, report: 'comparison' },
    { exam: 2, report: 'lines', version: '1' },
  ]
  client.setQueryData(reportQuery({ exam: 3, report: 'overview' }).queryKey, ofLongName)
  const error = new BackendError(404, 'This unit is outside your data scope.')
  const { queryKey } = reportQuery({ exam: 99, report: 'comparison', unit: 'school-99' })
  await client.prefetchQuery({ queryKey, queryFn: () => Promise.reject(error) })
  for (const search of shown) client.setQueryData(reportQuery(search).queryKey, answer(search.exam))
  const at = { search: first }
  function Page() {
    const [search, setSearch] = useState(first)
    at.search = search
    return <ReportPage search={search} onSearch={(patch) => setSearch({ ...search, ...patch })} />
  }
  await render(
    <QueryClientProvider client={client}>
      <PermissionProvider holder={{ super: false, nodes: new Set(['report/index']) }}>
        <Page />
      </PermissionProvider>
    </QueryClientProvider>,
  )
  return at
}

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('saved views stand below the gallery, and one opens for the exam that is chosen', async () => {
  await page.viewport(390, 844)
  const at = await openPage({})
  await expect.element(page.getByRole('heading', { name: m.view_title() })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /Lines of the final.*Wang Wu/ })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.getByRole('link', { name: /Physics by class/ }).click()
  expect(at.search).toMatchObject({ exam: 3, report: 'comparison', subject: 'raw-1', view: 7 })
  const open = button(m.view_current({ name: 'Physics by class' }))
  await expect.element(open).toBeVisible()
  await expect.element(page.getByRole('img', { name: m.view_changed() })).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: m.report_subject() }).selectOptions('total')
  await expect.element(page.getByRole('img', { name: m.view_changed() })).toBeVisible()

  // The keys alone: the list of views, one of them, and none.
  await open.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button(m.view_update({ name: 'Physics by class' }))).toBeVisible()
  await expect.element(button(m.view_edit({ name: 'Lines of the final' }))).not.toBeInTheDocument()
  // A report has no default.
  await expect.element(button(m.view_makeDefault({ name: 'Physics by class' }))).not.toBeInTheDocument()
  await page
    .getByRole('button', { name: /Lines of the final/ })
    .element()
    .focus()
  await userEvent.keyboard('{Enter}')
  expect(at.search).toMatchObject({ exam: 2, report: 'lines', version: '1', subject: undefined, view: 8 })
  await button(m.view_current({ name: 'Lines of the final' })).click()
  await button(m.report_viewNone()).click()
  expect(at.search).toMatchObject({ exam: 2, report: 'lines', view: undefined })
})

test('a new view says what it keeps, and may keep the exam too', async () => {
  await page.viewport(1440, 900)
  const at = await openPage({ exam: 3, report: 'comparison' })
  await button(m.view_open()).click()
  await button(m.view_saveAs()).click()
  await expect.element(page.getByRole('dialog', { name: m.view_saveAs() })).toBeVisible()
  await expect.element(page.getByText(m.report_viewHint())).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: m.view_name() })).toHaveFocus()
  const bound = page.getByRole('checkbox', { name: m.report_viewBound() })
  await expect.element(bound).not.toBeChecked()
  await bound.click()
  await expect.element(bound).toBeChecked()
  await button(m.ui_cancel()).click()
  expect(at.search).toEqual({ exam: 3, report: 'comparison' })
})

test('a view that names what the reader does not get says so, and leads to what is there', async () => {
  const at = await openPage({ exam: 99, report: 'comparison', unit: 'school-99', view: 7 })
  await expect.element(page.getByText('This unit is outside your data scope.')).toBeVisible()
  // No other exam looks as if it were chosen, so each can be chosen.
  await expect.element(page.getByRole('combobox', { name: m.report_exam() })).toHaveValue('')
  await button(m.report_startOver()).click()
  expect(at.search).toMatchObject({ exam: undefined, report: 'comparison', unit: undefined, view: undefined })
  await expect.element(page.getByRole('heading', { name: 'Unit comparison · East School' })).toBeVisible()
})

test('on a phone, the long name of a school leaves the words beside it in one line', async () => {
  await page.viewport(390, 844)
  await openPage({ exam: 3, report: 'overview' })
  const words = page.getByText(m.report_compareWith(), { exact: true })
  await expect.element(words).toBeVisible()
  expect(words.element().getClientRects()[0]?.height).toBeLessThan(30)
  const sign = page.getByRole('navigation', { name: m.report_path() }).element().querySelector('svg')
  expect(sign?.getBoundingClientRect().width).toBe(14)
  expect(document.documentElement.scrollWidth).toBe(390)
  await page.viewport(1000, 900)
})
