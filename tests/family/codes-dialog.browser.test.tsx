import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import { codesCsv } from '#src/features/family/codes-csv.ts'
import { CodesDialog } from '#src/features/family/codes-dialog.tsx'
import { m } from '#src/i18n/paraglide/messages.js'

type Asked = { body: object; key: string }

const slip = (number: number, school = 'East School') => ({
  number: `S${number}`,
  name: `Pupil ${number}`,
  school,
  class: 'Class 1',
  holder: 'guardian' as const,
  code: `CODE-${number}`,
})

/** The dialog over two selected pupils, before a server that makes these codes. */
async function openDialog(slips = [slip(1), slip(2)], count = 2) {
  const asked: Asked[] = []
  const failures: Error[] = []
  const closed = vi.fn()
  const printed = vi.spyOn(window, 'print').mockImplementation(() => {})
  await render(
    <CodesDialog
      target={{ ids: [1, 2], versions: {} }}
      count={count}
      onClose={closed}
      calls={{
        code: async (body, key) => {
          asked.push({ body, key })
          const failure = failures.shift()
          if (failure) throw failure
          const data = { slips, students: count, cancelled: 1, expireTime: '2026-12-31T04:00:00.000Z' }
          return { data, msg: '' }
        },
      }}
    />,
  )
  return { asked, failures, closed, printed }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const codesOnPaper = () => [...document.querySelectorAll('.print-sheet dd.font-mono')].map((one) => one.textContent)

test('codes are made for whom is chosen, and printed as slips with all that their reader needs', async () => {
  const { asked, closed, printed } = await openDialog()
  await expect.element(page.getByText(m.familyCodes_count({ count: '2' }))).toBeVisible()
  await page.getByRole('radio', { name: '3' }).click()
  await button(m.familyCodes_make()).click()
  expect(asked.map(({ body }) => body)).toEqual([{ ids: [1, 2], holder: 'guardian', each: 3 }])
  await expect.element(page.getByText(m.familyCodes_once())).toBeVisible()
  await expect.element(page.getByText(m.familyCodes_cancelled({ count: '1' }))).toBeVisible()

  await button(m.familyCodes_print()).click()
  await expect.poll(() => printed.mock.calls.length).toBe(1)
  expect(codesOnPaper()).toEqual(['CODE-1', 'CODE-2'])
  const text = document.querySelector('.print-sheet')?.textContent
  for (const part of ['East School · Class 1', 'Pupil 1', 'S1', m.familyCodes_slipForGuardian(), location.origin])
    expect(text).toContain(part)
  expect(text).toContain(m.familyCodes_slip({ address: `${location.origin}/user`, until: '2026-12-31 12:00' }))
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(codesOnPaper).toEqual([])
  await button(m.ui_close()).last().click()
  expect(closed).toHaveBeenCalledOnce()
})

test('a code of the pupil is one, whatever was chosen for guardians', async () => {
  const { asked } = await openDialog()
  await page.getByRole('radio', { name: '4' }).click()
  await page.getByRole('radio', { name: m.familyCodes_holderSelf() }).click()
  await expect.element(page.getByRole('group', { name: m.familyCodes_each() })).not.toBeInTheDocument()
  await button(m.familyCodes_make()).click()
  await expect.poll(() => asked.map(({ body }) => body)).toEqual([{ ids: [1, 2], holder: 'self', each: 1 }])
})

test('codes that were neither printed nor saved are not closed by mistake', async () => {
  const { closed } = await openDialog()
  await button(m.familyCodes_make()).click()
  await button(m.ui_close()).last().click()
  const question = page.getByRole('alertdialog', { name: m.familyCodes_leaveTitle() })
  await expect.element(question).toBeVisible()
  expect(closed).not.toHaveBeenCalled()
  await question.getByRole('button', { name: m.ui_cancel() }).click()
  await expect.element(question).not.toBeInTheDocument()
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await button(m.familyCodes_csv()).click()
  expect(saved).toHaveBeenCalledOnce()
  await button(m.ui_close()).last().click()
  expect(closed).toHaveBeenCalledOnce()
})

test('many slips are printed in parts', async () => {
  const slips = [
    ...Array.from({ length: 600 }, (_, at) => slip(at + 1)),
    ...Array.from({ length: 600 }, (_, at) => slip(at + 601, 'West School')),
  ]
  const { printed } = await openDialog(slips, 1200)
  await button(m.familyCodes_make()).click()
  const first = m.activation_printOf({ name: 'East School · Class 1' })
  await expect.poll(() => page.getByRole('listitem').elements().length).toBe(2)
  await button(first).click()
  await expect.poll(() => printed.mock.calls.length).toBe(1)
  expect(codesOnPaper()).toHaveLength(600)
  window.dispatchEvent(new Event('afterprint'))
  await expect.element(page.getByRole('img', { name: m.activation_printed() })).toBeVisible()
})

test('a repeat after a lost answer has the same key, one after a refusal a new one', async () => {
  const { asked, failures } = await openDialog()
  failures.push(new TypeError('no line'), new BackendError(409, m.family_codesShown()))
  await button(m.familyCodes_make()).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await button(m.familyCodes_make()).click()
  await expect.element(page.getByText(m.family_codesShown())).toBeVisible()
  await button(m.familyCodes_make()).click()
  await expect.element(page.getByText(m.familyCodes_once())).toBeVisible()
  const [first, second, third] = asked.map(({ key }) => key)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('more pupils than the server takes at once are told before', async () => {
  const { asked } = await openDialog([], 2001)
  await expect.element(page.getByText(m.familyCodes_tooMany({ max: '2,000' }))).toBeVisible()
  await expect.element(button(m.familyCodes_make())).toHaveAttribute('aria-disabled', 'true')
  await button(m.familyCodes_make()).click({ force: true })
  expect(asked).toEqual([])
})

test('the file has a line for each code, and no formulas', () => {
  const text = codesCsv([{ ...slip(1), name: '=1+1', school: 'East, "Old"' }], 'then')
  const [head, line] = text.split('\r\n')
  expect(head).toBe(
    `\uFEFF${[m.student_number(), m.student_name(), m.student_school(), m.student_org(), m.familyCodes_holder(), m.family_code(), m.familyCodes_untilColumn()].join()}`,
  )
  expect(line).toBe(`S1,'=1+1,"East, ""Old""",Class 1,${m.familyCodes_slipForGuardian()},CODE-1,then`)
})
