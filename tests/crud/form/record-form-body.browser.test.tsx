import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import type { WriteAnswer } from '#src/crud/calls/crud-client.ts'
import type { RecordFormBase, RecordFormBodyProps } from '#src/crud/form/record-form-body.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { blankValues, type FormValues } from '#src/resource/form-values.ts'
import { Toaster } from '#src/ui/toast.tsx'
import { FormBody } from '../../support/form-body.tsx'
import { label } from '../../support/label.ts'

const description: Pick<Description, 'fields'> = {
  fields: [
    { name: 'code', type: 'text', label: label('Code'), required: true, max: 8, rule: 'code' },
    { name: 'phone', type: 'text', label: label('Phone'), rule: 'phone' },
    { name: 'note', type: 'text', label: label('Note'), multiline: true },
  ],
}
const row: RecordFormBase = {
  values: { code: 'A1', phone: '', note: '' },
  labels: {},
  saved: { id: 7, version: 2 },
}
const empty: RecordFormBase = { values: blankValues(description), labels: {} }

type Send = (body: FormValues, saved: RecordFormBase['saved'], key: string) => Promise<WriteAnswer>

type ExampleProps = {
  send: Send
  base?: RecordFormBase
  onSaved?(): void
  onUnchanged?: RecordFormBodyProps['onUnchanged']
  stays?: boolean
}

function Example({ send, base = empty, ...props }: ExampleProps) {
  return (
    <>
      <FormBody description={description} base={base} send={(body, saved, key) => send(body, saved, key)} {...props} />
      <Toaster />
    </>
  )
}

const save = { name: m.crud_save() }
const answer = { data: { id: 7 }, msg: 'Saved' }

beforeEach(() => sessionStorage.clear())

test('rules speak at the field, after it was left or on saving, and the focus goes to the first', async () => {
  const send = vi.fn<Send>()
  const page = await render(<Example send={send} />)
  await page.getByLabelText('Phone').fill('12')
  expect(page.getByText(m.rule_phone()).elements()).toHaveLength(0)
  await userEvent.tab()
  await expect.element(page.getByText(m.rule_phone())).toBeVisible()
  await page.getByRole('button', save).click()
  await expect.element(page.getByText(m.rule_required())).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveFocus()
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByLabelText('Note')).not.toHaveAttribute('aria-invalid')
  expect(send).not.toHaveBeenCalled()
})

test('an edit sends what changed, trimmed, once for two clicks', async () => {
  const answered = Promise.withResolvers<typeof answer>()
  const send = vi.fn<Send>(() => answered.promise)
  const saved = vi.fn()
  const page = await render(<Example send={send} base={row} onSaved={saved} />)
  await page.getByLabelText('Note').fill('  hello ')
  // Both clicks happen before the response.
  await page.getByRole('button', save).dblClick()
  answered.resolve(answer)
  await expect.poll(() => saved).toHaveBeenCalledOnce()
  expect(send).toHaveBeenCalledExactlyOnceWith({ note: 'hello' }, { id: 7, version: 2 }, expect.any(String))
})

test('what is saved is no draft any more', async () => {
  const onSaved = vi.fn()
  const page = await render(<Example send={async () => answer} base={row} onSaved={onSaved} />)
  await page.getByLabelText('Note').fill('saved')
  expect(sessionStorage).toHaveLength(1)
  await page.getByRole('button', save).click()
  await expect.poll(() => onSaved).toHaveBeenCalled()
  await expect.element(page.getByRole('button', save)).not.toHaveAttribute('aria-busy', 'true')
  expect(sessionStorage).toHaveLength(0)
})

test('Ctrl+Enter saves from a field of several lines', async () => {
  const send = vi.fn<Send>(async () => answer)
  const page = await render(<Example send={send} base={row} />)
  await page.getByLabelText('Note').fill('hello')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => send).toHaveBeenCalledOnce()
})

test("the server's refusal stands at its field until that value changes; the next try has a new key", async () => {
  const keys: string[] = []
  const send = vi.fn<Send>(async (_body, _saved, key) => {
    keys.push(key)
    throw new BackendError(409, 'Taken', { reason: 'duplicate', errors: { code: ['Taken'] } })
  })
  const page = await render(<Example send={send} base={row} />)
  await page.getByRole('textbox', { name: 'Code' }).fill('B2')
  await page.getByRole('button', save).click()
  await expect.element(page.getByText('Taken')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveFocus()
  await page.getByRole('textbox', { name: 'Code' }).fill('B3')
  expect(page.getByText('Taken').elements()).toHaveLength(0)
  await page.getByRole('button', save).click()
  await expect.poll(() => keys).toHaveLength(2)
  expect(keys[0]).not.toBe(keys[1])
})

test('after a lost connection everything is still there and the repeat has the same key', async () => {
  const keys: string[] = []
  const send = vi.fn<Send>(async (_body, _saved, key) => {
    keys.push(key)
    if (keys.length === 1) throw new TypeError('Failed to fetch')
    return answer
  })
  const page = await render(<Example send={send} base={row} />)
  await page.getByLabelText('Note').fill('kept')
  await page.getByRole('button', save).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByLabelText('Note')).toHaveValue('kept')
  await page.getByRole('button', save).click()
  await expect.poll(() => keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('a refusal that concerns no field stands above the form, until the next try', async () => {
  const refused = Promise.withResolvers<never>()
  const send = vi
    .fn<Send>()
    .mockRejectedValueOnce(new BackendError(403, 'Not yours to change'))
    .mockReturnValueOnce(refused.promise)
  const page = await render(<Example send={send} base={row} />)
  await page.getByLabelText('Note').fill('kept')
  await page.getByRole('button', save).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not yours to change')
  await expect.element(page.getByLabelText('Note')).toHaveValue('kept')
  await page.getByRole('button', save).click()
  await expect.poll(() => page.getByRole('alert').elements()).toHaveLength(0)
  refused.reject(new BackendError(403, 'Still not'))
  await expect.element(page.getByRole('alert')).toHaveTextContent('Still not')
})

test('after a lost connection and a change, a refusal says that the earlier content may be stored', async () => {
  const send = vi
    .fn<Send>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new BackendError(422, 'Another content under this key'))
  const page = await render(<Example send={send} base={row} />)
  await page.getByLabelText('Note').fill('first')
  await page.getByRole('button', save).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await page.getByLabelText('Note').fill('second')
  await page.getByRole('button', save).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(m.crud_earlierArrived())
  await expect.element(page.getByLabelText('Note')).toHaveValue('second')
})

test('a double click, or Enter on top of it, sends once; the button stays where it is until the answer comes', async () => {
  const answered = Promise.withResolvers<typeof answer>()
  const send = vi.fn<Send>(() => answered.promise)
  const onSaved = vi.fn()
  const page = await render(<Example send={send} base={row} onSaved={onSaved} />)
  await page.getByLabelText('Phone').fill('13800138000')
  await page.getByRole('button', save).dblClick()
  await expect.element(page.getByRole('button', save)).toHaveAttribute('aria-busy', 'true')
  await expect.element(page.getByRole('button', save)).toHaveFocus()
  await page.getByLabelText('Phone').click()
  await userEvent.keyboard('{Enter}')
  answered.resolve(answer)
  await expect.poll(() => onSaved).toHaveBeenCalledTimes(1)
  expect(send).toHaveBeenCalledTimes(1)
})

test('what is typed while a form that stays is saved stays too, and is saved next', async () => {
  const answered = Promise.withResolvers<typeof answer>()
  const send = vi.fn<Send>(() => answered.promise)
  const page = await render(<Example send={send} base={row} stays />)
  await page.getByLabelText('Note').fill('first')
  await page.getByRole('button', save).click()
  await page.getByLabelText('Note').fill('second')
  answered.resolve(answer)
  await expect.element(page.getByRole('button', save)).not.toHaveAttribute('aria-busy')
  await expect.element(page.getByLabelText('Note')).toHaveValue('second')
  await page.getByRole('button', save).click()
  await expect.poll(() => send.mock.calls.map(([body]) => body)).toEqual([{ note: 'first' }, { note: 'second' }])
})

test('an ended session offers a sign-in in a new tab', async () => {
  const send = vi.fn<Send>(async () => {
    throw new BackendError(401, 'over')
  })
  const page = await render(<Example send={send} base={row} />)
  await page.getByLabelText('Note').fill('kept')
  await page.getByRole('button', save).click()
  const link = page.getByRole('link', { name: m.crud_signIn() })
  await expect.element(link).toHaveAttribute('href', '/admin/login')
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(page.getByLabelText('Note')).toHaveValue('kept')
})

test('a stale version: the choice is saved on the new one', async () => {
  const send = vi.fn<Send>(async (_body, at) => {
    if (at?.version === 2) {
      const current = { id: 7, version: 3, code: 'A1', phone: '', note: 'theirs' }
      throw new BackendError(409, 'stale', { reason: 'stale', current, labels: {} })
    }
    return answer
  })
  const page = await render(<Example send={send} base={row} />)
  await page.getByLabelText('Note').fill('mine')
  await page.getByRole('textbox', { name: 'Code' }).fill('A9')
  await page.getByRole('button', save).click()
  // The pressed button is gone. The focus moves to the start of the conflict message, so that it is read from there.
  await expect.poll(() => document.activeElement?.textContent).toBe(`${m.conflict_title()}${m.conflict_text()}`)
  // Saving moves the focus to the first choice that is still open.
  await page.getByRole('button', { name: m.conflict_save() }).click({ force: true })
  await expect.element(page.getByRole('radio', { name: /mine/ })).toHaveFocus()
  await page.getByRole('radio', { name: /mine/ }).click()
  await page.getByRole('button', { name: m.conflict_save() }).click()
  await expect.poll(() => send).toHaveBeenCalledTimes(2)
  expect(send).toHaveBeenLastCalledWith({ code: 'A9', note: 'mine' }, { id: 7, version: 3 }, expect.any(String))
})

test("what is not changed is not sent, and that is said; so is another person's version that was taken over", async () => {
  const untouched = vi.fn<Send>()
  const onUnchanged = vi.fn()
  const page = await render(<Example send={untouched} base={row} onUnchanged={onUnchanged} />)
  await page.getByRole('button', save).click()
  await expect.element(page.getByText(m.crud_noChanges())).toBeVisible()
  expect(untouched).not.toHaveBeenCalled()
  expect(onUnchanged).toHaveBeenLastCalledWith(false)
  await page.unmount()

  const current = { id: 7, version: 3, code: 'A1', phone: '', note: 'theirs' }
  const send = vi.fn<Send>(async () => {
    throw new BackendError(409, 'stale', { reason: 'stale', current, labels: {} })
  })
  const again = await render(<Example send={send} base={row} onUnchanged={onUnchanged} />)
  await again.getByLabelText('Note').fill('mine')
  await again.getByRole('button', save).click()
  await again.getByRole('button', { name: m.conflict_allTheirs() }).click()
  await again.getByRole('button', { name: m.conflict_save() }).click()
  await expect.element(again.getByText(m.conflict_tookTheirs())).toBeVisible()
  expect(send).toHaveBeenCalledTimes(1)
  expect(onUnchanged).toHaveBeenLastCalledWith(true)
})

test('what was not saved is there again after the form was left, until it is cleared', async () => {
  const send = vi.fn<Send>()
  const page = await render(<Example send={send} base={row} />)
  await page.getByLabelText('Note').fill('half a sent')
  await page.unmount()
  const again = await render(<Example send={send} base={row} />)
  await expect.element(again.getByLabelText('Note')).toHaveValue('half a sent')
  await again.getByRole('button', { name: m.crud_dropDraft() }).click()
  await expect.element(again.getByLabelText('Note')).toHaveValue('')
  await again.unmount()
  const last = await render(<Example send={send} base={row} />)
  expect(last.getByText(m.crud_draft()).elements()).toHaveLength(0)
})

test('what was not saved goes on top of the row as it is now; where both changed it, saving leads to the choice', async () => {
  const left = await render(<Example send={vi.fn<Send>()} base={row} />)
  await left.getByLabelText('Note').fill('mine')
  await left.unmount()
  const elsewhere = { values: { ...row.values, code: 'B2' }, labels: {}, saved: { id: 7, version: 3 } }
  const first = vi.fn<Send>(async () => answer)
  const apart = await render(<Example send={first} base={elsewhere} />)
  await expect.element(apart.getByRole('textbox', { name: 'Code' })).toHaveValue('B2')
  await expect.element(apart.getByText(m.crud_draft())).toBeVisible()
  await apart.unmount()

  const clashing = { values: { ...row.values, note: 'theirs' }, labels: {}, saved: { id: 7, version: 4 } }
  const send = vi.fn<Send>(async (_body, at) => {
    if (at?.version === 4) return answer
    throw new BackendError(409, 'stale', { reason: 'stale', current: { ...clashing.values, version: 4 }, labels: {} })
  })
  const page = await render(<Example send={send} base={clashing} />)
  await expect.element(page.getByLabelText('Note')).toHaveValue('mine')
  await expect.element(page.getByText(m.crud_draftClash())).toBeVisible()
  await page.getByRole('button', save).click()
  await page.getByRole('radio', { name: /mine/ }).click()
  await page.getByRole('button', { name: m.conflict_save() }).click()
  await expect.poll(() => send).toHaveBeenCalledTimes(2)
  expect(send).toHaveBeenLastCalledWith({ note: 'mine' }, { id: 7, version: 4 }, expect.any(String))
})

test('a draft that somebody else has changed the fields of can be dropped for the row as it is now', async () => {
  const left = await render(<Example send={vi.fn<Send>()} base={row} />)
  await left.getByLabelText('Note').fill('mine')
  await left.unmount()
  const now = { values: { ...row.values, note: 'theirs' }, labels: {}, saved: { id: 7, version: 4 } }
  const send = vi.fn<Send>(async () => answer)
  const page = await render(<Example send={send} base={now} />)
  await page.getByRole('button', { name: m.crud_dropDraft() }).click()
  await expect.element(page.getByLabelText('Note')).toHaveValue('theirs')
  await page.getByRole('textbox', { name: 'Code' }).fill('C3')
  await page.getByRole('button', save).click()
  await expect.poll(() => send).toHaveBeenCalledTimes(1)
  expect(send).toHaveBeenLastCalledWith({ code: 'C3' }, { id: 7, version: 4 }, expect.any(String))
})
