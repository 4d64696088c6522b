import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { BackendError } from '#src/backend/backend-error.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { Description, Field } from '#src/resource/description.ts'
import { renderForm } from '../../support/form-page.tsx'
import { label } from '../../support/label.ts'

const fields: Field[] = [
  {
    name: 'name',
    type: 'text',
    label: label('Name'),
    required: true,
    section: 'who',
    help: label('As in the passport'),
  },
  { name: 'late', type: 'switch', label: label('Late'), default: 0, section: 'when' },
  {
    name: 'reason',
    type: 'text',
    label: label('Reason'),
    required: true,
    section: 'when',
    showWhen: { field: 'late', in: [1] },
  },
  {
    name: 'grade',
    type: 'integer',
    label: label('Grade'),
    default: 7,
    section: 'when',
    showWhen: { field: 'late', in: [0] },
  },
]
const sections = [
  { key: 'who', title: label('Who'), help: label('About the person') },
  { key: 'when', title: label('When') },
]
const form: Description['form'] = { sections }

test('sections have titles, fields have help that belongs to them', async () => {
  const { page } = await renderForm(fields, { form })
  await expect.element(page.getByRole('region', { name: 'Who' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('As in the passport')
})

test('a field comes and goes with its condition; while it is away it has its default and is not wrong', async () => {
  const { page, save, sent, send } = await renderForm(fields, { form })
  expect(page.getByRole('textbox', { name: 'Reason' }).elements()).toHaveLength(0)
  await page.getByRole('textbox', { name: 'Name' }).fill('A')
  await page.getByRole('textbox', { name: 'Grade' }).fill('not a number')
  await page.getByRole('checkbox', { name: 'Late' }).click({ force: true })
  await save()
  await expect.element(page.getByText(m.rule_required())).toBeVisible()
  expect(send).not.toHaveBeenCalled()
  await page.getByRole('textbox', { name: 'Reason' }).fill('snow')
  await save()
  expect(await sent()).toEqual({ name: 'A', late: 1, reason: 'snow', grade: 7 })
})

test('steps come one after another, and none is left with something wrong in it', async () => {
  const { page, save, sent } = await renderForm(fields, { form: { sections, steps: true } })
  await expect.element(page.getByRole('button', { name: /Who/ })).toHaveAttribute('aria-current', 'step')
  await expect.element(page.getByRole('button', { name: /When/ })).toBeDisabled()
  expect(page.getByRole('button', { name: m.crud_save(), exact: true }).elements()).toHaveLength(0)
  await page.getByRole('button', { name: m.entry_next() }).click()
  await expect.element(page.getByText(m.rule_required())).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await userEvent.keyboard('A{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'Grade' })).toBeVisible()
  await page.getByRole('button', { name: m.entry_back() }).click()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('A')
  await page.getByRole('button', { name: /When/ }).click()
  await save()
  expect(await sent()).toMatchObject({ name: 'A', grade: 7 })
})

test('what the server refuses leads back to its step', async () => {
  const { page, save } = await renderForm(fields, {
    form: { sections, steps: true },
    send: async () => {
      throw new BackendError(409, 'Taken', { reason: 'duplicate', errors: { name: ['Taken'] } })
    },
  })
  await page.getByRole('textbox', { name: 'Name' }).fill('A')
  await page.getByRole('button', { name: m.entry_next() }).click()
  await save()
  await expect.element(page.getByText('Taken')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})

test('a refusal that speaks of no field of the form is told above it', async () => {
  const { page, save } = await renderForm(fields, {
    send: async () => {
      throw new BackendError(422, 'Not today', { errors: { elsewhere: ['no'] } })
    },
  })
  await page.getByRole('textbox', { name: 'Name' }).fill('A')
  await save()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not today')
})

test('what is fixed from the beginning cannot be changed afterwards', async () => {
  const fixed: Field[] = [
    { name: 'code', type: 'text', label: label('Code'), addOnly: true },
    { name: 'name', type: 'text', label: label('Name') },
  ]
  const { page } = await renderForm(fixed, { saved: { code: 'A1', name: 'A' } })
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toBeDisabled()
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveValue('A1')
})

test('rules of a resource over its whole form speak at their place', async () => {
  const check = (values: Record<string, unknown>): FieldErrors => (values.name === 'A' ? { name: ['Not A'] } : {})
  const { page, save, send } = await renderForm(fields, { more: { check } })
  await page.getByRole('textbox', { name: 'Name' }).fill('A')
  await save()
  await expect.element(page.getByText('Not A')).toBeVisible()
  expect(send).not.toHaveBeenCalled()
})

test('several rows are edited one after the other', async () => {
  const go = vi.fn()
  const { page, sent } = await renderForm(fields, {
    saved: { name: 'A', late: 0, reason: '', grade: 7 },
    more: { next: { label: 'Save and on', go } },
  })
  const next = page.getByRole('button', { name: 'Save and on' })
  await next.click()
  await expect.poll(() => go).toHaveBeenCalledTimes(1)
  await page.getByRole('textbox', { name: 'Name' }).fill('B')
  await next.click()
  expect(await sent()).toEqual({ name: 'B' })
  await expect.poll(() => go).toHaveBeenCalledTimes(2)
})
