import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ActivationBatches } from '#src/features/accounts/activation-batches.tsx'
import { m } from '#src/i18n/paraglide/messages.js'

const people = [
  { organization: '', size: 1 },
  { organization: 'North School', size: 600 },
  { organization: 'South School', size: 600 },
].flatMap(({ organization, size }) =>
  Array.from({ length: size }, (_, at) => ({
    username: `${organization.slice(0, 1)}${at + 1}`,
    name: '',
    organization,
    code: `${organization.slice(0, 1)}-code-${at + 1}`,
  })),
)

const codesOnPaper = () => [...document.querySelectorAll('.print-sheet dd.font-mono')].map((one) => one.textContent)

test('many slips are printed in batches, and what is printed is marked', async () => {
  const printed = vi.spyOn(window, 'print').mockImplementation(() => {})
  await render(<ActivationBatches of="member" people={people} />)
  const first = `${m.activation_noOrganization()} – North School`
  const line = page.getByRole('listitem').first()
  const count = m.activation_slipCount({ count: '601' })
  await expect.element(line).toHaveTextContent(`${first}${count} · 1 – N600${m.list_print()}`)
  expect(codesOnPaper()).toEqual([])

  await page.getByRole('button', { name: m.activation_printOf({ name: first }) }).click()
  await expect.poll(() => printed.mock.calls.length).toBe(1)
  expect(codesOnPaper()).toHaveLength(601)
  expect(codesOnPaper()[1]).toBe('N-code-1')
  window.dispatchEvent(new Event('afterprint'))
  await expect.element(page.getByRole('img', { name: m.activation_printed() })).toBeVisible()
  expect(codesOnPaper()).toEqual([])
})

test('the slips of one organization are printed alone', async () => {
  const printed = vi.spyOn(window, 'print').mockImplementation(() => {})
  await render(<ActivationBatches of="member" people={people} />)
  const search = page.getByRole('searchbox', { name: m.activation_findOrganization() })
  await search.fill('south')
  await expect.poll(() => page.getByRole('listitem').elements().length).toBe(1)
  await page.getByRole('button', { name: m.activation_printOf({ name: 'South School' }) }).click()
  await expect.poll(() => printed.mock.calls.length).toBe(1)
  expect(codesOnPaper()).toHaveLength(600)
  expect(codesOnPaper().every((code) => code.startsWith('S-'))).toBe(true)
  await search.fill('east')
  await expect.element(page.getByText(m.activation_noneFound())).toBeVisible()
})
