import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastStore } from '#src/ui/toast-store.ts'
import { names, TreeGrid, tree } from '../../support/tree-grid.tsx'

const focused = () => document.activeElement?.closest('tr')?.getAttribute('data-id')

// On a small screen, rows are lines without cells.
beforeEach(() => page.viewport(1000, 800))

test('rows are told by level, place and whether they are open', async () => {
  const screen = await render(<TreeGrid />)
  await expect.element(screen.getByRole('treegrid', { name: 'Organizations' })).toBeVisible()
  const north = screen.getByRole('row', { name: /North/ })
  await expect.element(north).toHaveAttribute('aria-level', '2')
  await expect.element(north).toHaveAttribute('aria-posinset', '1')
  await expect.element(north).toHaveAttribute('aria-setsize', '3')
  await expect.element(north).toHaveAttribute('aria-expanded', 'false')
  await screen.getByRole('button', { name: /North/, expanded: false }).click()
  await expect.element(screen.getByRole('row', { name: /School/ })).toHaveAttribute('aria-level', '3')
})

test('the arrow keys walk, open, close and lead to the parent; Enter edits', async () => {
  const enter = vi.fn()
  await render(<TreeGrid onEnter={enter} />)
  document.querySelector<HTMLElement>('tr[data-id="1"]')?.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe('2')
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(names).toEqual(['Bureau', 'North', 'School', 'South', 'West'])
  await userEvent.keyboard('{ArrowDown}{ArrowLeft}')
  expect(focused()).toBe('2')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(names).toEqual(['Bureau', 'North', 'South', 'West'])
  await userEvent.keyboard('{End}{Enter}')
  expect(enter).toHaveBeenCalledWith(expect.objectContaining({ name: 'West' }))
})

/** Returns the text that Ctrl+C puts into the clipboard, read from the copy event. */
function copied(): string {
  const clipboardData = new DataTransfer()
  const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true })
  document.activeElement?.dispatchEvent(event)
  return clipboardData.getData('text/plain')
}
const marked = () => [...document.querySelectorAll('[data-range]')].map((cell) => cell.textContent)

test('Shift and arrows mark cells, which are copied as a spreadsheet takes them', async () => {
  await render(<TreeGrid first={tree.slice(0, 4)} />)
  document.querySelector<HTMLElement>('tr[data-id="2"] > [data-column=name]')?.focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect.poll(marked).toEqual(['North', '2'])
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}')
  await expect.poll(marked).toEqual(['North', '2', 'South', '3', 'West', '4'])
  expect(focused()).toBe('4')
  expect(copied()).toBe('North\t2\nSouth\t3\nWest\t4')
  expect(toastStore.read().map(({ text }) => text)).toEqual([m.list_copiedCells({ count: 6 })])
  toastStore.clear()
  await userEvent.keyboard('{Shift>}{ArrowUp}{ArrowLeft}{/Shift}')
  await expect.poll(marked).toEqual(['North', 'South'])
  // Past the first cell, the range extends in the other direction.
  await userEvent.keyboard('{Shift>}{ArrowUp}{ArrowUp}{ArrowRight}{/Shift}')
  await expect.poll(marked).toEqual(['Bureau', '1', 'North', '2'])
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(marked).toEqual([])
  expect(copied()).toBe('2')
  toastStore.clear()
})

test('a cell that is left by the pointer is marked no more, and rows are chosen from the row itself', async () => {
  const screen = await render(<TreeGrid />)
  document.querySelector<HTMLElement>('tr[data-id="2"] > [data-column=number]')?.focus()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.poll(marked).toEqual(['2', '3'])
  await screen.getByRole('gridcell', { name: '4', exact: true }).click()
  await expect.poll(marked).toEqual([])
  document.querySelector<HTMLElement>('tr[data-id="2"]')?.focus()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.poll(() => document.querySelectorAll('tr[aria-selected=true]').length).toBe(2)
  expect(marked()).toEqual([])
})

test('only one row is a tab stop', async () => {
  await render(<TreeGrid />)
  expect(
    [...document.querySelectorAll('tbody tr[data-id]')].filter((row) => row.getAttribute('tabindex') === '0'),
  ).toHaveLength(1)
})

test('a row is picked up, moved and dropped with the keyboard, and every step is said', async () => {
  const sort = vi.fn()
  await render(<TreeGrid onSort={sort} />)
  const live = () => document.querySelector('[aria-live]')?.textContent
  document.querySelector<HTMLElement>('tr[data-id="2"] [data-column=name] button')?.focus()
  await userEvent.keyboard(' {ArrowDown}{ArrowDown}')
  expect(live()).toMatch(/3.*3/)
  await userEvent.keyboard('{ArrowDown}')
  expect(live()).toBe(m.sort_beyond())
  expect(toastStore.read().map(({ text }) => text)).toEqual([m.sort_beyond()])
  toastStore.clear()
  expect(sort).not.toHaveBeenCalled()
  await userEvent.keyboard(' ')
  expect(sort).toHaveBeenCalledExactlyOnceWith(2, 4)
  await expect.poll(names).toEqual(['Bureau', 'South', 'West', 'North'])
  await userEvent.keyboard(' {ArrowUp}{Escape}')
  expect(sort).toHaveBeenCalledOnce()
})

test('of two thousand rows only those on screen are drawn, and the last one can be reached', async () => {
  const many = [
    { id: 1, version: 1, pid: null, name: 'Bureau', childCount: 1999 },
    ...Array.from({ length: 1999 }, (_, i) => ({ id: i + 2, version: 1, pid: 1, name: `Row ${i}` })),
  ]
  await render(<TreeGrid first={many} />)
  expect(document.querySelectorAll('tbody tr[data-id]').length).toBeLessThan(100)
  document.querySelector<HTMLElement>('tr[data-id="1"]')?.focus()
  await userEvent.keyboard('{End}')
  await expect.poll(focused).toBe('2000')
  expect(document.querySelectorAll('tbody tr[data-id]').length).toBeLessThan(100)
})
