import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { m } from '#src/i18n/paraglide/messages.js'
import { toZoned } from '#src/lib/zoned.ts'
import { renderForm } from '../../support/form-page.tsx'
import { label } from '../../support/label.ts'

test('a day is typed freely and written as it is always written', async () => {
  const { page, save, sent } = await renderForm([
    { name: 'day', type: 'date', label: label('Day'), min: '2026-01-01', required: true },
  ])
  const day = page.getByLabelText(/^Day( \*|\*)?$/)
  await day.fill('2026/2/30')
  await userEvent.tab()
  await expect.element(page.getByText(m.rule_date())).toBeVisible()
  await expect.element(day).toHaveValue('2026/2/30')
  await day.fill('2025-9-1')
  await expect.element(page.getByText(m.rule_min({ min: '2026-01-01' }))).toBeVisible()
  await day.fill('2026年9月1日')
  await userEvent.tab()
  await expect.element(day).toHaveValue('2026-09-01')
  await save()
  expect(await sent()).toEqual({ day: '2026-09-01' })
})

test('a day is picked from a calendar by keyboard alone', async () => {
  const { page, save, sent } = await renderForm([{ name: 'day', type: 'date', label: label('Day') }], {
    saved: { day: '2026-09-15' },
  })
  const day = page.getByLabelText(/^Day( \*|\*)?$/)
  await day.click()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  const grid = page.getByRole('grid')
  await expect.element(grid).toBeVisible()
  await page.getByRole('button', { name: /15/ }).click()
  await expect.element(day).toHaveFocus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.element(grid).toBeVisible()
  await expect.element(page.getByRole('button', { name: /15/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}')
  await expect.element(day).toHaveValue('2026-09-23')
  await save()
  expect(await sent()).toEqual({ day: '2026-09-23' })
})

test('a default of today is today in the time zone of the site', async () => {
  const { page } = await renderForm([{ name: 'day', type: 'date', label: label('Day'), default: { dynamic: 'today' } }])
  const today = toZoned(new Date().toISOString(), 'Asia/Shanghai')?.day
  await expect.element(page.getByLabelText(/^Day( \*|\*)?$/)).toHaveValue(today ?? '')
})

test('a time is typed freely and changed by arrows', async () => {
  const { page, save, sent } = await renderForm([{ name: 'at', type: 'time', label: label('At') }])
  const at = page.getByLabelText('At')
  await at.fill('25:00')
  await userEvent.tab()
  await expect.element(page.getByText(m.rule_time())).toBeVisible()
  await at.fill('830')
  await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowUp}{/Shift}')
  await expect.element(at).toHaveValue('09:29')
  await save()
  expect(await sent()).toEqual({ at: '09:29:00' })
})

test('an instant is shown and typed in the time zone of the site, and sent in UTC', async () => {
  const { page, save, sent } = await renderForm([{ name: 'start', type: 'datetime', label: label('Start') }], {
    saved: { start: '2026-08-31T16:30:00.000Z' },
  })
  const day = page.getByLabelText(m.field_dayOf({ field: 'Start' }))
  const time = page.getByLabelText(m.field_timeOf({ field: 'Start' }))
  await expect.element(day).toHaveValue('2026-09-01')
  await expect.element(time).toHaveValue('00:30:00')
  await time.fill('')
  await userEvent.tab()
  await expect.element(page.getByText(m.rule_datetime())).toBeVisible()
  await time.fill('8:05')
  await save()
  expect(await sent()).toEqual({ start: '2026-09-01T00:05:00.000Z' })
})

test('a clock time is shown and typed as it is stored', async () => {
  const { page, save, sent } = await renderForm(
    [{ name: 'start', type: 'datetime', zoneless: true, label: label('Start') }],
    { saved: { start: '2026-08-31T16:30:00.000Z' } },
  )
  const day = page.getByLabelText(m.field_dayOf({ field: 'Start' }))
  const time = page.getByLabelText(m.field_timeOf({ field: 'Start' }))
  await expect.element(day).toHaveValue('2026-08-31')
  await expect.element(time).toHaveValue('16:30:00')
  await time.fill('10:00')
  await save()
  expect(await sent()).toEqual({ start: '2026-08-31T10:00:00.000Z' })
})

test('what is no instant yet is shown again in a form that is opened again', async () => {
  const { page } = await renderForm([{ name: 'start', type: 'datetime', label: label('Start') }], {
    saved: { start: '2026-13-01 08:00:00' },
  })
  await expect.element(page.getByLabelText(m.field_dayOf({ field: 'Start' }))).toHaveValue('2026-13-01')
  await expect.element(page.getByLabelText(m.field_timeOf({ field: 'Start' }))).toHaveValue('08:00:00')
})

test('a range is one control of two ends, and the end is not before the beginning', async () => {
  const { page, save, sent } = await renderForm([
    { name: 'begin', type: 'date', label: label('Term'), rangeTo: 'end', required: true },
    { name: 'end', type: 'date', label: label('until') },
  ])
  const term = page.getByRole('group', { name: 'Term' })
  await expect.element(term).toBeVisible()
  await term.getByRole('textbox', { name: m.field_rangeFrom() }).fill('2026-09-01')
  await term.getByRole('textbox', { name: 'until' }).fill('2026-08-31')
  await save()
  await expect.element(page.getByText(m.rule_notBefore({ field: 'Term' }))).toBeVisible()
  await expect.element(term.getByRole('textbox', { name: 'until' })).toHaveFocus()
  await userEvent.keyboard('{Control>}a{/Control}2027-01-20')
  await save()
  expect(await sent()).toEqual({ begin: '2026-09-01', end: '2027-01-20' })
})
