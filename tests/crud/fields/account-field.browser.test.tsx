import { expect, test } from 'vitest'
import type { ChoiceSource } from '#src/crud/calls/choice-source.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { SelectOption } from '#src/lib/select-option.ts'
import { renderForm } from '../../support/form-page.tsx'
import { label } from '../../support/label.ts'

const people: SelectOption[] = [
  { value: 7, label: 'Wang', hint: 'wang', person: { avatar: '', organization: 'Province / East', locked: false } },
  { value: 8, label: 'Li', hint: 'li', person: { avatar: '', organization: 'Province / West', locked: true } },
]
const choices: ChoiceSource = {
  key: ['people'],
  load: async () => ({ list: people, more: false }),
  names: async () => [],
}

test('an account is chosen by its name, user name, organizations and state', async () => {
  const { page, save, sent } = await renderForm(
    [{ name: 'head', type: 'relation', resource: 'user', label: label('Head') }],
    { choices: { head: choices } },
  )
  await page.getByRole('combobox', { name: 'Head' }).click()
  const wang = page.getByRole('option', { name: /Wang/ })
  await expect.element(wang).toBeVisible()
  expect(wang.element().textContent).toContain('Province / East')
  expect(wang.element().textContent).toContain('wang')
  expect(wang.element().textContent).not.toContain(m.account_locked())
  expect(page.getByRole('option', { name: /West/ }).element().textContent).toContain(m.account_locked())
  await wang.click()
  await expect.element(page.getByRole('combobox', { name: 'Head' })).toHaveValue('Wang')
  await save()
  expect(await sent()).toEqual({ head: 7 })
})

test('several accounts are chosen one after another', async () => {
  const { page, save, sent } = await renderForm(
    [{ name: 'helpers', type: 'relation', resource: 'user', multiple: true, label: label('Helpers') }],
    { choices: { helpers: choices } },
  )
  await page.getByRole('combobox', { name: 'Helpers' }).click()
  await page.getByRole('option', { name: /West/ }).click()
  await page.getByRole('option', { name: /Wang/ }).click()
  await save()
  expect(await sent()).toEqual({ helpers: [8, 7] })
})
