import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import { OwnResultsPage } from '#src/features/results/own-results.page.tsx'
import type { ListedPupil, ResultCalls, ShownResult } from '#src/features/results/own-results.queries.ts'
import type { OwnResultSearch } from '#src/features/results/own-results.search.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { hasUnsaved } from '#src/layout/unsaved.ts'
import '../../app/styles.css'
import { expectListening } from '../support/listening.ts'

const exam = { id: 3, name: 'Midterm', since: '2026-11-04', until: '2026-11-06', version: 1 }
const pupil: ListedPupil = { link: 7, name: 'Li Lei', relation: 'mother', exams: [exam] }
const shown: ShownResult = {
  pupil: 'Li Lei',
  exam,
  blocks: [
    {
      kind: 'table',
      title: 'Bands by subject',
      table: {
        columns: [
          { key: 'subject', label: 'Subject' },
          { key: 'band', label: 'Band' },
        ],
        rows: [{ key: 'raw-1', cells: ['Physics', 'Excellent'] }],
      },
    },
  ],
  footer: [{ label: 'Version', text: 'Publication 1' }],
  checks: {
    open: true,
    until: '2026-11-20T00:00:00.000Z',
    papers: [{ subject: 1, name: 'Physics', asked: false }],
    list: [],
  },
}

/** The page before a server with these pupils. */
async function openPage(list: ListedPupil[], failures: Error[] = []) {
  const asked: object[] = []
  const calls: ResultCalls = {
    list: async () => ({ list }),
    show: async ({ link, exam: id }) => {
      if (link !== 7 || id !== 3) throw new BackendError(404, m.result_none())
      const papers = shown.checks.papers.map((one) => ({ ...one, asked: asked.length > 0 }))
      return { ...shown, checks: { ...shown.checks, papers } }
    },
    views: async () => ({ list: [] }),
    check: async ({ idempotencyKey: _key, ...body }) => {
      const failure = failures.shift()
      if (failure) throw failure
      asked.push(body)
      return m.check_sent()
    },
  }
  function Page() {
    const [search, setSearch] = useState<OwnResultSearch>({})
    return <OwnResultsPage search={search} onSearch={setSearch} timeZone="Asia/Shanghai" calls={calls} />
  }
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Page />
    </QueryClientProvider>,
  )
  return { asked }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a guardian chooses the child and an exam, and asks for a check; what was typed stays after a refusal', async () => {
  const { asked } = await openPage(
    [{ ...pupil, link: 6, name: 'Li Mei', exams: [] }, pupil],
    [new BackendError(409, m.check_asked())],
  )
  await expect.element(page.getByText(m.result_noExam())).toBeVisible()
  await page.getByRole('combobox', { name: m.result_pupil() }).selectOptions('Li Lei')
  await expect.element(page.getByText(m.looked_none())).toBeVisible()
  await button(m.result_openOf({ name: 'Midterm' })).click()
  await expect.element(page.getByRole('rowheader', { name: 'Physics' })).toBeVisible()
  await expect.element(page.getByText(m.check_until({ time: '2026-11-20 08:00' }))).toBeVisible()

  await button(m.check_ask()).click()
  const dialog = page.getByRole('dialog', { name: m.check_title() })
  await dialog.getByRole('button', { name: m.check_send() }).click()
  await expect.element(dialog.getByText(m.rule_required()).first()).toBeVisible()
  expect(asked).toEqual([])
  await dialog.getByRole('combobox').click()
  await page.getByRole('option', { name: 'Physics' }).click()
  await dialog.getByRole('textbox').fill(' Task 3 ')
  await dialog.getByRole('button', { name: m.check_send() }).click()
  await expect.element(dialog.getByText(m.check_asked())).toBeVisible()
  await expect.element(dialog.getByRole('textbox')).toHaveValue(' Task 3 ')
  await dialog.getByRole('button', { name: m.check_send() }).click()
  await expect.element(page.getByText(m.check_allAsked())).toBeVisible()
  expect(asked).toEqual([{ link: 7, exam: 3, subject: 1, text: 'Task 3' }])
  await button(m.result_back()).click()
  await expect.element(page.getByRole('heading', { name: m.pagesTitle_ownResults() })).toBeVisible()
})

test('what was typed is not lost by Escape, Cancel or the close button, unless somebody says so', async () => {
  await openPage([pupil])
  await button(m.result_openOf({ name: 'Midterm' })).click()
  await button(m.check_ask()).click()
  const dialog = page.getByRole('dialog', { name: m.check_title() })
  // Without input, the dialog closes at once.
  await expect.element(dialog.getByRole('textbox')).toBeVisible()
  await expectListening(dialog)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await button(m.check_ask()).click()
  await expectListening(dialog)
  await dialog.getByRole('textbox').fill('Task 3')
  expect(hasUnsaved()).toBe(true)
  const asks = page.getByRole('alertdialog', { name: m.crud_discardTitle() })
  const leaves = [
    () => userEvent.keyboard('{Escape}'),
    () => dialog.getByRole('button', { name: m.ui_cancel() }).click(),
    () => dialog.getByRole('button', { name: m.ui_close() }).click(),
  ]
  for (const leave of leaves) {
    await leave()
    await expect.element(asks).toBeVisible()
    await asks.getByRole('button', { name: m.ui_cancel() }).click()
    await expect.element(asks).not.toBeInTheDocument()
    await expect.element(dialog.getByRole('textbox')).toHaveValue('Task 3')
  }
  await userEvent.keyboard('{Escape}')
  await asks.getByRole('button', { name: m.crud_discard() }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(hasUnsaved()).toBe(false)
})

test('who has no linked pupil is told where to begin', async () => {
  await openPage([])
  await expect.element(page.getByText(m.result_noPupilHint())).toBeVisible()
})
