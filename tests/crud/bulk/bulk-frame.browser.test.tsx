import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import type { BulkReply, BulkResult } from '#src/crud/bulk/bulk-calls.ts'
import { BulkApply, BulkFrame } from '#src/crud/bulk/bulk-frame.tsx'
import { useBulk } from '#src/crud/bulk/use-bulk.ts'
import { m } from '#src/i18n/paraglide/messages.js'

const fine: BulkResult = { matched: 3, changed: 2, unchanged: 1, refused: [], refusedCount: 0, changeSetId: 7 }
const inTheWay: BulkResult = {
  matched: 3,
  changed: 0,
  unchanged: 0,
  changeSetId: null,
  refusedCount: 60,
  refused: [{ id: 1, title: 'Room 1', msg: 'Somebody sits in it' }],
}
type Send = (preview: boolean, key: string) => Promise<BulkReply>

function Example({ send, onDone }: { send: Send; onDone(answer: BulkReply): void }) {
  const bulk = useBulk(send)
  const look = () => void bulk.look()
  return (
    <BulkFrame
      bulk={bulk}
      title="Change"
      changedLabel="will change"
      onRetry={look}
      onClose={() => {}}
      footer={
        <BulkApply bulk={bulk} onDone={onDone} variant="primary">
          apply
        </BulkApply>
      }
    >
      <button type="button" onClick={look}>
        look
      </button>
    </BulkFrame>
  )
}

const figures = () =>
  page
    .getByRole('definition')
    .elements()
    .map((one) => one.textContent)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

/** Clicks the button while it is marked as disabled. It can still be focused and clicked, but does nothing. */
const pressStopped = () => page.getByRole('button', { name: 'apply', exact: true }).click({ force: true })

test('nothing is changed before it was said what would be; the change has a key of its own', async () => {
  const send = vi.fn<Send>(async () => ({ data: fine, msg: '' }))
  const onDone = vi.fn()
  await render(<Example send={send} onDone={onDone} />)
  await pressStopped()
  expect(send).not.toHaveBeenCalled()
  await press('look')
  await expect.poll(figures).toEqual(['3', '2', '1'])
  await press('apply')
  await expect.poll(() => onDone).toHaveBeenCalledExactlyOnceWith({ data: fine, msg: '' })
  expect(send.mock.calls.map(([preview]) => preview)).toEqual([true, false])
  expect(send.mock.calls[0]?.[1]).not.toBe(send.mock.calls[1]?.[1])
})

test('rows that stand in the way are named, and stop it', async () => {
  const send = vi.fn<Send>(async () => ({ data: inTheWay, msg: '' }))
  await render(<Example send={send} onDone={vi.fn()} />)
  await press('look')
  await expect.element(page.getByText('Somebody sits in it')).toBeVisible()
  await expect.element(page.getByText(m.bulk_more({ count: 59 }))).toBeVisible()
  await expect.element(page.getByText(m.bulk_refusedText({ count: 60 }))).toBeVisible()
  await pressStopped()
  expect(send).toHaveBeenCalledOnce()
})

test('rows to look at are named, and stop nothing', async () => {
  const warned = [{ id: 1, title: 'Room 1', msg: 'It is unusual' }]
  const send = vi.fn<Send>(async () => ({ data: { ...fine, warned, warnedCount: 60 }, msg: '' }))
  const onDone = vi.fn()
  await render(<Example send={send} onDone={onDone} />)
  await press('look')
  await expect.element(page.getByText('It is unusual')).toBeVisible()
  await expect.element(page.getByText(m.bulk_more({ count: 59 }))).toBeVisible()
  await expect.element(page.getByText(m.bulk_warnedText({ count: 60 }))).toBeVisible()
  await press('apply')
  await expect.poll(() => onDone).toHaveBeenCalledOnce()
})

test('a failed look can be tried again; a lost answer is asked for once more with the same key', async () => {
  const lost = new BackendError(500, 'lost', undefined)
  const send = vi.fn<Send>()
  send.mockRejectedValueOnce(lost).mockResolvedValueOnce({ data: fine, msg: '' })
  send.mockRejectedValueOnce(lost).mockResolvedValueOnce({ data: fine, msg: '' })
  const onDone = vi.fn()
  await render(<Example send={send} onDone={onDone} />)
  await press('look')
  await press(m.ui_retry())
  await expect.poll(figures).toHaveLength(3)
  await press('apply')
  await expect.element(page.getByText(m.failure_safe({ reason: 'lost' }))).toBeVisible()
  await press('apply')
  await expect.poll(() => onDone).toHaveBeenCalledOnce()
  expect(send.mock.calls[2]?.[1]).toBe(send.mock.calls[3]?.[1])
})

test('what a refusal found is shown in place of the preview', async () => {
  const send = vi.fn<Send>()
  send.mockResolvedValueOnce({ data: fine, msg: '' }).mockRejectedValueOnce(new BackendError(422, 'no', inTheWay))
  await render(<Example send={send} onDone={vi.fn()} />)
  await press('look')
  await expect.poll(figures).toEqual(['3', '2', '1'])
  await press('apply')
  await expect.poll(figures).toEqual(['3', '0', '60'])
})
