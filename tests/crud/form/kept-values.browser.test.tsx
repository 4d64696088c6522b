import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import type { WriteAnswer } from '#src/crud/calls/crud-client.ts'
import type { RecordFormBase } from '#src/crud/form/record-form-body.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import { FormBody } from '../../support/form-body.tsx'
import { label } from '../../support/label.ts'

// Rows that others write hold values that a field refuses. They stop nobody from editing another field.

const description: Pick<Description, 'fields'> = {
  fields: [
    { name: 'code', type: 'text', label: label('Code'), max: 3 },
    { name: 'phone', type: 'text', label: label('Phone'), rule: 'phone' },
    { name: 'note', type: 'text', label: label('Note') },
  ],
}
const row: RecordFormBase = {
  values: { code: 'A-100  ', phone: 'ask Lee', note: '' },
  labels: {},
  saved: { id: 7, version: 2 },
}

type Send = (body: FormValues, saved: RecordFormBase['saved']) => Promise<WriteAnswer>

const save = { name: m.crud_save() }
const answer = { data: { id: 7, version: 3 }, msg: 'Saved' }

beforeEach(() => sessionStorage.clear())

test('an edit of another field sends that field alone; an odd value that is changed is refused', async () => {
  const send = vi.fn<Send>(async () => answer)
  const page = await render(<FormBody description={description} base={row} send={send} />)
  await page.getByLabelText('Phone').fill('ask Kim')
  await page.getByLabelText('Note').fill('new')
  await page.getByRole('button', save).click()
  await expect.element(page.getByLabelText('Phone')).toHaveFocus()
  await expect.element(page.getByText(m.rule_phone())).toBeVisible()
  expect(page.getByText(m.rule_maxLength({ max: 3 })).elements()).toHaveLength(0)
  expect(send).not.toHaveBeenCalled()
  await page.getByLabelText('Phone').fill('ask Lee')
  await expect.element(page.getByText(m.rule_phone())).not.toBeInTheDocument()
  await page.getByRole('button', save).click()
  await expect.poll(() => send).toHaveBeenCalledTimes(1)
  expect(send).toHaveBeenLastCalledWith({ note: 'new' }, { id: 7, version: 2 }, expect.any(String), expect.anything())
})

test('an odd value that somebody else has changed is theirs; who wants it back has to correct it', async () => {
  const send = vi.fn<Send>(async (_body, at) => {
    if (at?.version !== 2) return answer
    const current = { ...row.values, id: 7, version: 3, phone: 'ask Ann' }
    throw new BackendError(409, 'stale', { reason: 'stale', current, labels: {} })
  })
  const page = await render(<FormBody description={description} base={row} send={send} />)
  await page.getByLabelText('Note').fill('new')
  await page.getByRole('button', save).click()
  await page.getByRole('button', { name: m.conflict_allMine() }).click()
  await page.getByRole('button', { name: m.conflict_save() }).click()
  await expect.element(page.getByText(m.rule_phone())).toBeVisible()
  expect(send).toHaveBeenCalledTimes(1)
  await page.getByLabelText('Phone').fill('ask Ann')
  await page.getByRole('button', save).click()
  await expect.poll(() => send).toHaveBeenCalledTimes(2)
  expect(send).toHaveBeenLastCalledWith({ note: 'new' }, { id: 7, version: 3 }, expect.any(String), expect.anything())
})
