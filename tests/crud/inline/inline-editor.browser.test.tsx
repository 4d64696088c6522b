import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { inlineControl } from '#src/crud/inline/inline-control.ts'
import { InlineEditor } from '#src/crud/inline/inline-editor.tsx'
import type { InlineResult } from '#src/crud/inline/use-inline-save.ts'
import type { Field } from '#src/resource/description.ts'
import { label } from '../../support/label.ts'

const money: Field = { name: 'price', type: 'money', label: label('Rent'), list: { inline: true } }
const row = { id: 1, version: 1 }

async function edit(field: Field, value: string | number | null, answer: InlineResult = { ok: true }) {
  const onSave = vi.fn(async () => answer)
  const onDone = vi.fn()
  await render(<InlineEditor row={row} field={field} value={value} onSave={onSave} onDone={onDone} name="Room 1" />)
  return { onSave, onDone, control: page.getByLabelText('Room 1 Rent') }
}

test('Enter saves in the units of the field, Tab goes on, and what is as it was is not sent', async () => {
  const { onSave, onDone, control } = await edit(money, 1250)
  await expect.element(control).toHaveFocus()
  await expect.element(control).toHaveValue('12.50')
  await control.fill('3.5')
  await userEvent.keyboard('{Tab}')
  await expect.poll(() => onDone).toHaveBeenCalledExactlyOnceWith('next')
  expect(onSave).toHaveBeenCalledExactlyOnceWith(row, money, 350)
})

test('a value as it was is left without a call', async () => {
  const { onSave, onDone } = await edit(money, 1250)
  await userEvent.keyboard('{Enter}')
  expect(onDone).toHaveBeenCalledOnce()
  expect(onSave).not.toHaveBeenCalled()
})

test('Escape keeps the old value; the grid hears nothing of the keys', async () => {
  const onKeyDown = vi.fn()
  const [onSave, onDone] = [vi.fn(), vi.fn()]
  await render(
    <div role="none" onKeyDown={onKeyDown}>
      <InlineEditor row={row} onSave={onSave} onDone={onDone} field={money} value={1250} name="Room 1" />
    </div>,
  )
  await page.getByLabelText('Room 1 Rent').fill('9')
  await userEvent.keyboard('{Escape}')
  expect(onDone).toHaveBeenCalledOnce()
  expect([onSave.mock.calls.length, onKeyDown.mock.calls.length]).toEqual([0, 0])
})

test('what is refused stays, with the reason at its place, until it is typed anew', async () => {
  const { onDone, control } = await edit(money, 1250, { ok: false, message: 'At most 10' })
  await control.fill('99')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('At most 10')
  await expect.element(control).toHaveAttribute('aria-invalid', 'true')
  await expect.element(control).toHaveValue('99')
  expect(onDone).not.toHaveBeenCalled()
  await control.fill('9')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a select offers its options but the retired, and nothing where nothing is allowed', async () => {
  const options = [
    { value: 1, label: label('One') },
    { value: 2, label: label('Two'), retired: true as const },
  ]
  const kind: Field = { name: 'kind', type: 'select', label: label('Rent'), options }
  const { onSave, control } = await edit(kind, null)
  await expect.element(control).toHaveTextContent('One')
  await expect.element(control).not.toHaveTextContent('Two')
  await control.selectOptions('One')
  await userEvent.keyboard('{Enter}')
  expect(onSave).toHaveBeenCalledExactlyOnceWith(row, kind, 1)
})

test.each<[string, Partial<Field>]>([
  ['without being asked for', { list: {} }],
  ['read only', { readOnly: true }],
  ['only when added', { addOnly: true }],
  ['that depends on another', { showWhen: { field: 'kind', filled: true } }],
])('a field %s is not changed in the list', (_why, change) => {
  expect(inlineControl({ ...money, ...change } as Field)).toBeUndefined()
  expect(inlineControl(money)).toBe('number')
})
