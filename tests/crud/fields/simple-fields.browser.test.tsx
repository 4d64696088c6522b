import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { m } from '#src/i18n/paraglide/messages.js'
import { renderForm } from '../../support/form-page.tsx'
import { label } from '../../support/label.ts'

test('a number is typed, changed by arrows, and refused at its field in place of being swallowed', async () => {
  const { page, save, sent, send } = await renderForm([
    { name: 'count', type: 'integer', label: label('Count'), min: 0, max: 12 },
    { name: 'share', type: 'number', label: label('Share') },
  ])
  const count = page.getByLabelText('Count')
  await count.fill('9')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{Shift>}{ArrowUp}{/Shift}')
  await expect.element(count).toHaveValue('12')
  await page.getByLabelText('Share').fill('1.5x')
  await save()
  await expect.element(page.getByText(m.rule_float())).toBeVisible()
  await expect.element(page.getByLabelText('Share')).toHaveFocus()
  await expect.element(page.getByLabelText('Share')).toHaveValue('1.5x')
  expect(send).not.toHaveBeenCalled()
  await page.getByLabelText('Share').fill('１，234。5')
  await save()
  expect(await sent()).toEqual({ count: 12, share: 1234.5 })
})

test('money is typed in yuan and sent in cents', async () => {
  const { page, save, sent } = await renderForm([{ name: 'fee', type: 'money', label: label('Fee'), max: 100_000 }], {
    saved: { fee: 1250 },
  })
  const fee = page.getByLabelText('Fee')
  await expect.element(fee).toHaveValue('12.50')
  await fee.fill('0.125')
  await userEvent.tab()
  await expect.element(page.getByText(m.rule_decimals({ max: 2 }))).toBeVisible()
  await fee.fill('1000.01')
  await expect.element(page.getByText(m.rule_max({ max: '1000.00' }))).toBeVisible()
  await fee.fill('99.9')
  await userEvent.tab()
  await expect.element(fee).toHaveValue('99.90')
  await save()
  expect(await sent()).toEqual({ fee: 9990 })
})

test('a year has four digits', async () => {
  const { page, save, sent } = await renderForm([{ name: 'year', type: 'year', label: label('Year') }])
  await page.getByLabelText('Year').fill('26')
  await save()
  await expect.element(page.getByText(m.rule_year())).toBeVisible()
  await page.getByLabelText('Year').fill('2026')
  await save()
  expect(await sent()).toEqual({ year: 2026 })
})

test('a password is hidden, can be looked at, and says how strong it is', async () => {
  const { page, save, sent } = await renderForm([
    { name: 'secret', type: 'password', label: label('Secret'), required: true },
  ])
  const secret = page.getByLabelText(/^Secret( \*|\*)?$/)
  await secret.fill('12345&')
  await expect.element(secret).toHaveAttribute('type', 'password')
  await expect.element(page.getByText(m.strength_is({ strength: m.strength_weak() }))).toBeVisible()
  await page.getByRole('button', { name: m.ui_showPassword() }).click()
  await expect.element(secret).toHaveAttribute('type', 'text')
  await save()
  await expect.element(page.getByText(m.rule_password())).toBeVisible()
  await secret.fill('Blue7Chairs')
  await expect.element(page.getByText(m.strength_is({ strength: m.strength_strong() }))).toBeVisible()
  await save()
  expect(await sent()).toEqual({ secret: 'Blue7Chairs' })
})

test('a stored password stays as it is when nothing is typed, and is kept in no draft', async () => {
  const { page, save, sent } = await renderForm(
    [
      { name: 'name', type: 'text', label: label('Name') },
      { name: 'secret', type: 'password', label: label('Secret'), required: true },
    ],
    { saved: { name: 'A', secret: '' } },
  )
  await expect.element(page.getByText(m.field_passwordKeeps())).toBeVisible()
  await page.getByLabelText(/^Secret( \*|\*)?$/).fill('Blue7Chairs')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Blue7Chairs')
  await page.getByLabelText(/^Secret( \*|\*)?$/).fill('')
  await page.getByLabelText('Name').fill('B')
  expect(JSON.stringify({ ...sessionStorage })).toMatch(/name[^,]*B/)
  await save()
  expect(await sent()).toEqual({ name: 'B' })
})

test('a text of several lines counts its signs and says when there are too many', async () => {
  const { page, save, sent, send } = await renderForm([
    { name: 'note', type: 'text', label: label('Note'), multiline: true, max: 5 },
  ])
  const note = page.getByLabelText('Note')
  await note.fill('一二三四五六')
  await expect.element(page.getByText('6 / 5')).toBeVisible()
  await save()
  await expect.element(page.getByText(m.rule_maxLength({ max: 5 }))).toBeVisible()
  expect(send).not.toHaveBeenCalled()
  await note.fill('一二')
  await userEvent.keyboard('{Enter}三')
  await save()
  expect(await sent()).toEqual({ note: '一二\n三' })
})

const options = [
  { value: 1, label: label('One') },
  { value: 2, label: label('Two') },
  { value: 3, label: label('Three'), retired: true as const },
]

test('radio buttons: one of a few, by arrow keys too', async () => {
  const { page, save, sent } = await renderForm([
    { name: 'kind', type: 'select', label: label('Kind'), look: 'radio', options, required: true },
  ])
  await save()
  await expect.element(page.getByText(m.rule_required())).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'One' })).toHaveFocus()
  await expect.element(page.getByRole('group', { name: 'Kind' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('radio', { name: 'Two' })).toBeChecked()
  expect(page.getByRole('radio', { name: 'Three' }).elements()).toHaveLength(0)
  await save()
  expect(await sent()).toEqual({ kind: 2 })
})

test('check boxes: several, in the order of the options; what is retired stays where it is chosen', async () => {
  const { page, save, sent } = await renderForm(
    [{ name: 'kinds', type: 'select', label: label('Kinds'), look: 'checkbox', multiple: true, options }],
    { saved: { kinds: [3] } },
  )
  await page.getByRole('checkbox', { name: 'Two' }).click()
  await page.getByRole('checkbox', { name: 'One' }).click()
  await save()
  expect(await sent()).toEqual({ kinds: [1, 2, 3] })
})

test('several options as tags', async () => {
  const { page, save, sent } = await renderForm([
    { name: 'kinds', type: 'select', label: label('Kinds'), multiple: true, options },
  ])
  await page.getByRole('combobox', { name: 'Kinds' }).click()
  await page.getByRole('option', { name: 'Two' }).click()
  await page.getByRole('option', { name: 'One' }).click()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: m.ui_remove({ name: 'Two' }) }).click()
  await save()
  expect(await sent()).toEqual({ kinds: [1] })
})

test('a list of texts: Enter goes on, several pasted fill several boxes, what is wrong is told', async () => {
  const { page, save, sent } = await renderForm([
    { name: 'grades', type: 'texts', label: label('Grades'), maxItems: 4, max: 3, required: true },
  ])
  await page.getByRole('button', { name: m.field_add() }).click()
  const box = (number: number) => page.getByLabelText(m.field_itemOf({ field: 'Grades', number }))
  await expect.element(box(1)).toHaveFocus()
  await userEvent.keyboard('a{Enter}')
  await expect.element(box(2)).toHaveFocus()
  await userEvent.keyboard('toolong')
  await save()
  await expect.element(page.getByText(m.rule_maxLength({ max: 3 }))).toBeVisible()
  await box(2).fill('')
  const clipboard = new DataTransfer()
  clipboard.setData('text', 'b、c\nd，e')
  box(2)
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }))
  await expect.element(box(4)).toHaveValue('d')
  await save()
  expect(await sent()).toEqual({ grades: ['a', 'b', 'c', 'd'] })
})

test('keys with values: each key once, told at its line', async () => {
  const { page, save, sent } = await renderForm([{ name: 'extras', type: 'pairs', label: label('Extras') }])
  const add = page.getByRole('button', { name: m.field_add() })
  await add.click()
  await userEvent.keyboard('colour{Tab}red')
  await add.click()
  await userEvent.keyboard('colour')
  await save()
  await expect.element(page.getByText(m.rule_duplicateKey())).toBeVisible()
  await page.getByLabelText(m.field_itemOf({ field: m.field_key(), number: 2 })).fill('size')
  await save()
  expect(await sent()).toEqual({
    extras: [
      { key: 'colour', value: 'red' },
      { key: 'size', value: '' },
    ],
  })
})

test('without an editor module the slot says so, and what is stored stays', async () => {
  const { page, save, sent } = await renderForm(
    [
      { name: 'text', type: 'editor', label: label('Text') },
      { name: 'name', type: 'text', label: label('Name') },
    ],
    { saved: { text: '<p>kept</p>', name: 'A' } },
  )
  await expect.element(page.getByText('请先从模块市场安装富文本编辑器')).toBeVisible()
  await page.getByLabelText('Name').fill('B')
  await save()
  expect(await sent()).toEqual({ name: 'B' })
})

test('a colour is typed, or taken from the usual ones', async () => {
  const { page, save, sent } = await renderForm([{ name: 'color', type: 'color', label: label('Colour') }])
  const input = page.getByLabelText('Colour', { exact: true })
  await input.fill('red')
  await userEvent.tab()
  await expect.element(page.getByText(m.rule_color())).toBeVisible()
  await page.getByRole('button', { name: m.ui_pickColor() }).click()
  await page.getByRole('button', { name: '#0f766e' }).click()
  await expect.element(input).toHaveValue('#0f766e')
  await page.getByRole('slider').first().click()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Escape}')
  await expect.element(input).not.toHaveValue('#0f766e')
  await save()
  expect(await sent()).toEqual({ color: expect.stringMatching(/^#[\da-f]{6}$/) })
})

test('JSON is shown in lines, changed as text, and refused at its field', async () => {
  const stored = '{"en": "Mirny", "size": 12345678901234567890, "tags": []}'
  const { page, save, sent, send } = await renderForm(
    [
      { name: 'names', type: 'json', label: label('Names') },
      { name: 'name', type: 'text', label: label('Name') },
    ],
    { saved: { names: stored, name: 'A' } },
  )
  const box = page.getByLabelText('Names')
  const lines = ['{', '  "en": "Mirny",', '  "size": 12345678901234567890,', '  "tags": []', '}']
  await expect.element(box).toHaveValue(lines.join('\n'))
  await box.fill("{'en': 1}")
  await userEvent.tab()
  await expect.element(page.getByText(m.rule_json())).toBeVisible()
  await expect.element(box).toHaveValue("{'en': 1}")
  await save()
  expect(send).not.toHaveBeenCalled()
  await box.fill('{"en":1}')
  await save()
  expect(await sent()).toEqual({ names: '{"en":1}' })
})

test('JSON that nobody changes is not sent, and an empty text is none', async () => {
  const { page, save, sent } = await renderForm(
    [
      { name: 'names', type: 'json', label: label('Names') },
      { name: 'facts', type: 'json', label: label('Facts') },
    ],
    { saved: { names: '{"a":1}', facts: '[1]' } },
  )
  await page.getByLabelText('Facts').fill('')
  await save()
  expect(await sent()).toEqual({ facts: null })
})
