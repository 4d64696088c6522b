import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Grid } from '#src/crud/grid/grid.tsx'
import type { ListColumn } from '#src/crud/grid/list-columns.tsx'
import { SelectBox } from '#src/crud/grid/select-boxes.tsx'
import { useResourceTable } from '#src/crud/grid/use-resource-table.ts'
import { moveRow } from '#src/crud/list/tree.ts'
import { useSelection } from '#src/crud/list/use-selection.ts'
import { listDefaults } from '#src/crud/query/list-search.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import { toastStore } from '#src/ui/toast-store.ts'

type Row = { id: number; version: number; pid: number | null; name: string; childCount?: number }

const columnOf = (id: string, text: (row: Row) => string): ListColumn<Row> => ({
  id,
  header: id,
  width: 160,
  sortable: false,
  text,
  cell: text,
})
const fields = [columnOf('name', (row) => row.name), columnOf('number', (row) => String(row.id))]

const tree: Row[] = [
  { id: 1, version: 1, pid: null, name: 'Bureau', childCount: 3 },
  { id: 2, version: 1, pid: 1, name: 'North', childCount: 1 },
  { id: 3, version: 1, pid: 1, name: 'South' },
  { id: 4, version: 1, pid: 1, name: 'West' },
  { id: 5, version: 1, pid: 2, name: 'School' },
]

type ExampleProps = {
  first?: Row[]
  opened?: number[]
  onEnter?(row: Row): void
  onSort?(id: number, target: number): void
}

function Example({ first = tree, opened = [1], onEnter, onSort }: ExampleProps) {
  const [rows, setRows] = useState(first)
  const [open, setOpen] = useState(new Set(opened))
  const toggle = (id: number, on: boolean) =>
    setOpen(new Set(on ? [...open, id] : [...open].filter((one) => one !== id)))
  const selection = useSelection(rows, rows.length, '')
  const select = useStable(selection.toggle)
  const [columns] = useState((): ListColumn<Row>[] => [
    {
      ...columnOf('select', () => ''),
      solo: true,
      fixed: true,
      width: 40,
      cell: (row) => <SelectBox row={row} name={row.name} onToggle={select} />,
    },
    ...fields,
  ])
  const table = useResourceTable({
    rows,
    columns,
    search: { ...listDefaults },
    open,
    layout: {},
    onOrder: () => {},
    onLayout: () => {},
  })
  return (
    <>
      <style>{'.box { height: 300px; overflow: auto }'}</style>
      <Grid
        label="Organizations"
        table={table}
        columns={columns}
        titleId="name"
        rowHeight={40}
        nameOf={(row) => row.name}
        selection={selection}
        tree={{ toggle }}
        onOpen={onEnter}
        onSort={(id, target) => {
          setRows(moveRow(rows, id, target))
          onSort?.(id, target)
        }}
        className="box"
      />
    </>
  )
}

const names = () =>
  [...document.querySelectorAll('tbody tr[data-id]')].map((row) => row.querySelector('[data-column=name]')?.textContent)
const focused = () => document.activeElement?.closest('tr')?.getAttribute('data-id')

test('rows are told by level, place and whether they are open', async () => {
  const page = await render(<Example />)
  await expect.element(page.getByRole('treegrid', { name: 'Organizations' })).toBeVisible()
  const north = page.getByRole('row', { name: /North/ })
  await expect.element(north).toHaveAttribute('aria-level', '2')
  await expect.element(north).toHaveAttribute('aria-posinset', '1')
  await expect.element(north).toHaveAttribute('aria-setsize', '3')
  await expect.element(north).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('button', { name: /North/, expanded: false }).click()
  await expect.element(page.getByRole('row', { name: /School/ })).toHaveAttribute('aria-level', '3')
})

test('the arrow keys walk, open, close and lead to the parent; Enter edits', async () => {
  const enter = vi.fn()
  await render(<Example onEnter={enter} />)
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
  await render(<Example first={tree.slice(0, 4)} />)
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
  const page = await render(<Example />)
  document.querySelector<HTMLElement>('tr[data-id="2"] > [data-column=number]')?.focus()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.poll(marked).toEqual(['2', '3'])
  await page.getByRole('gridcell', { name: '4', exact: true }).click()
  await expect.poll(marked).toEqual([])
  document.querySelector<HTMLElement>('tr[data-id="2"]')?.focus()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.poll(() => document.querySelectorAll('tr[aria-selected=true]').length).toBe(2)
  expect(marked()).toEqual([])
})

test('only one row is a tab stop', async () => {
  await render(<Example />)
  expect(
    [...document.querySelectorAll('tbody tr[data-id]')].filter((row) => row.getAttribute('tabindex') === '0'),
  ).toHaveLength(1)
})

test('a row is picked up, moved and dropped with the keyboard, and every step is said', async () => {
  const sort = vi.fn()
  await render(<Example onSort={sort} />)
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

test('a row is dragged with the pointer into the place of a sibling', async () => {
  const sort = vi.fn()
  await render(<Example onSort={sort} />)
  const handle = document.querySelector<HTMLElement>('tr[data-id="4"] button')
  const target = document.querySelector('tr[data-id="2"]')?.getBoundingClientRect()
  const at = (type: string, y: number) =>
    handle?.dispatchEvent(new PointerEvent(type, { bubbles: true, clientY: y, pointerId: 1 }))
  // The test has no real pointer that could be captured.
  if (handle) handle.setPointerCapture = () => {}
  at('pointerdown', handle?.getBoundingClientRect().top ?? 0)
  await expect.poll(() => document.querySelector('tr[data-id="4"]')?.className).toContain('opacity')
  at('pointermove', (target?.top ?? 0) + 5)
  await expect.poll(() => document.querySelector('.bg-accent')).not.toBeNull()
  at('pointerup', (target?.top ?? 0) + 5)
  await expect.poll(() => sort).toHaveBeenCalledExactlyOnceWith(4, 2)
})

test('a row that is dropped beyond its siblings stays where it was, and the page says why', async () => {
  const sort = vi.fn()
  await render(<Example onSort={sort} />)
  const handle = document.querySelector<HTMLElement>('tr[data-id="4"] button')
  const top = document.querySelector('tr[data-id="1"]')?.getBoundingClientRect().top ?? 0
  const at = (type: string, y: number) =>
    handle?.dispatchEvent(new PointerEvent(type, { bubbles: true, clientY: y, pointerId: 1 }))
  if (handle) handle.setPointerCapture = () => {}
  at('pointerdown', handle?.getBoundingClientRect().top ?? 0)
  await expect.poll(() => document.querySelector('tr[data-id="4"]')?.className).toContain('opacity')
  at('pointermove', top - 50)
  at('pointerup', top - 50)
  await expect.poll(() => toastStore.read().map(({ text }) => text)).toEqual([m.sort_beyond()])
  toastStore.clear()
  expect(sort).not.toHaveBeenCalled()
})

test('of two thousand rows only those on screen are drawn, and the last one can be reached', async () => {
  const many = [
    { id: 1, version: 1, pid: null, name: 'Bureau', childCount: 1999 },
    ...Array.from({ length: 1999 }, (_, i) => ({ id: i + 2, version: 1, pid: 1, name: `Row ${i}` })),
  ]
  await render(<Example first={many} />)
  expect(document.querySelectorAll('tbody tr[data-id]').length).toBeLessThan(100)
  document.querySelector<HTMLElement>('tr[data-id="1"]')?.focus()
  await userEvent.keyboard('{End}')
  await expect.poll(focused).toBe('2000')
  expect(document.querySelectorAll('tbody tr[data-id]').length).toBeLessThan(100)
})
