import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AnswerCheckDialog } from '#src/features/exam-checks/answer-check-dialog.tsx'
import type { ShownCheck } from '#src/features/exam-checks/exam-checks.queries.ts'
import { papersOfOneQuery } from '#src/features/exam-corrections/correction.queries.ts'
import type { CorrectionRow } from '#src/features/exam-corrections/correction.row.ts'
import { CorrectionDialog } from '#src/features/exam-corrections/correction-dialog.tsx'
import { DecideDialog } from '#src/features/exam-corrections/decide-dialog.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { hasUnsaved } from '#src/layout/unsaved.ts'
import '../../app/styles.css'
import { expectListening } from '../support/listening.ts'

const row: CorrectionRow = {
  id: 4,
  version: 1,
  createBy: 2,
  createTime: '2026-11-20T00:00:00.000Z',
  updateBy: 2,
  updateTime: '2026-11-20T00:00:00.000Z',
  examId: 3,
  candidateId: 5,
  subjectId: 1,
  was: '80',
  wanted: '90',
  reason: 'A page was overlooked',
  state: 'waiting',
  answer: '',
  decideBy: null,
  decideTime: null,
  number: 'E1',
  name: 'L***',
  schoolId: 1,
  orgId: 2,
  asker: 'east',
  decider: '',
}
const check: ShownCheck = {
  id: 6,
  version: 1,
  subjectId: 1,
  subject: 'Physics',
  candidateId: 5,
  number: 'E1',
  name: 'L***',
  school: 'East School',
  class: 'Class 1',
  mark: 8000,
  publication: 1,
  text: 'Task 3 was not counted',
  state: 'open',
  outcome: '',
  who: null,
  answerTime: null,
  answer: '',
  time: '2026-11-20T00:00:00.000Z',
}

const withQueries = (content: ReactNode, client = new QueryClient()) => (
  <QueryClientProvider client={client}>{content}</QueryClientProvider>
)
const asks = page.getByRole('alertdialog', { name: m.crud_discardTitle() })

/** Leaves in these ways, and stays when it is asked; then gives the text up. */
async function expectsQuestion(leaves: readonly (() => Promise<unknown>)[], kept: () => Promise<unknown>) {
  expect(hasUnsaved()).toBe(true)
  for (const leave of leaves) {
    await leave()
    await expectListening(asks)
    // Escape answers the question alone.
    await userEvent.keyboard('{Escape}')
    await expect.element(asks).not.toBeInTheDocument()
    await kept()
  }
  await userEvent.keyboard('{Escape}')
  await asks.getByRole('button', { name: m.crud_discard() }).click()
}

test('the answer to a check is not lost without a question', async () => {
  const closed = vi.fn()
  await render(withQueries(<AnswerCheckDialog exam={3} check={check} onClose={closed} onChanged={() => {}} />))
  const dialog = page.getByRole('dialog')
  const text = dialog.getByRole('textbox')
  await expectListening(dialog)
  await text.fill('We counted again.')
  await expectsQuestion(
    [
      () => userEvent.keyboard('{Escape}'),
      () => dialog.getByRole('button', { name: m.ui_cancel() }).click(),
      () => dialog.getByRole('button', { name: m.ui_close() }).click(),
    ],
    () => expect.element(text).toHaveValue('We counted again.'),
  )
  expect(closed).toHaveBeenCalledOnce()
})

test('the answer to a refused correction is not lost without a question, and what says nothing closes at once', async () => {
  const closed = vi.fn()
  const { rerender } = await render(withQueries(<DecideDialog kind="accept" rows={[row]} onClose={closed} />))
  await expectListening(page.getByRole('alertdialog'))
  await userEvent.keyboard('{Escape}')
  expect(closed).toHaveBeenCalledOnce()
  await rerender(withQueries(<DecideDialog kind="refuse" rows={[row]} onClose={closed} />))
  const text = page.getByRole('textbox', { name: m.correction_answer() })
  const dialog = page.getByRole('alertdialog', { name: m.correction_refuseTitle({ count: 1, shown: '1' }) })
  await expectListening(dialog)
  await text.fill('The page was counted')
  await expectsQuestion(
    [() => userEvent.keyboard('{Escape}'), () => dialog.getByRole('button', { name: m.ui_cancel() }).click()],
    () => expect.element(text).toHaveValue('The page was counted'),
  )
  expect(closed).toHaveBeenCalledTimes(2)
})

test('a correction that somebody has begun is there again after Escape', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { refetchOnMount: false } } })
  const subject = { id: 1, name: 'Physics', fullMark: 10_000, value: '80', waits: false }
  const papers = { id: 5, state: 'locked', name: 'L***', number: 'E1', org: 'Class 1', step: 50, subjects: [subject] }
  client.setQueryData(papersOfOneQuery(3, 5).queryKey, papers)
  const closed = vi.fn()
  const dialog = () => withQueries(<CorrectionDialog examId={3} candidateId={5} onClose={closed} />, client)
  const first = await render(dialog())
  const reason = page.getByRole('textbox', { name: m.correction_reason() })
  await expectListening(page.getByRole('dialog'))
  await reason.fill('A page was overlooked')
  await userEvent.keyboard('{Escape}')
  expect(closed).toHaveBeenCalledOnce()
  await first.unmount()
  client.setQueryData(papersOfOneQuery(3, 5).queryKey, papers)
  await render(dialog())
  await expect.element(reason).toHaveValue('A page was overlooked')
  await expect.element(page.getByText(m.crud_draft())).toBeVisible()
})
