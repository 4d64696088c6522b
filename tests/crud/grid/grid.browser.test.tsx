import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
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
import { fingers, mouse, pen, spotOf } from '../../support/pointers.ts'

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
  // Another list from outside, as after a reload.
  const [shown, setShown] = useState(first)
  if (shown !== first) {
    setShown(first)
    setRows(first)
  }
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
  const screen = await render(<Example />)
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
  const screen = await render(<Example />)
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

const handle = (id: number) => document.querySelector(`tr[data-id="${id}"] [data-handle]`)
const rowElement = (id: number) => document.querySelector(`tr[data-id="${id}"]`)
const held = () => [...document.querySelectorAll('tr.drag-held')].map((row) => row.getAttribute('data-id'))
const live = () => document.querySelector('[aria-live=assertive]')?.textContent
/** The id of the row above which the line of a drag is. */
const lineAbove = () => {
  const line = document.querySelector('[data-drop-line]')?.getBoundingClientRect()
  const rows = [...document.querySelectorAll('tr[data-id]')]
  return line && rows.find((row) => Math.abs(row.getBoundingClientRect().top - line.top) < 3)?.getAttribute('data-id')
}
const rested = () => expect.poll(held).not.toEqual([])

for (const [name, device, begun] of [
  ['mouse', mouse, async () => {}],
  ['pen', pen, rested],
  ['finger', fingers, rested],
] as const) {
  test(`a row is dragged by ${name} into the place of a sibling: before it upwards, after it downwards`, async () => {
    await page.viewport(1000, 800)
    const sort = vi.fn()
    await render(<Example onSort={sort} />)
    await device.down(spotOf(handle(4)))
    await begun()
    // North is open no more than its parent, so its place begins at its own row.
    await device.move(spotOf(rowElement(3)))
    await device.move(spotOf(rowElement(2)))
    await expect.poll(held).toEqual(['4'])
    await expect.poll(lineAbove).toBe('2')
    await device.up(spotOf(rowElement(2)))
    await expect.poll(() => sort).toHaveBeenCalledExactlyOnceWith(4, 2)
    await expect.poll(names).toEqual(['Bureau', 'West', 'North', 'South'])
    expect(live()).toBe(m.tree_dropped({ name: 'West', at: 1, count: 3 }))
    await expect.poll(held).toEqual([])

    await device.down(spotOf(handle(4)))
    await begun()
    await device.move(spotOf(rowElement(2)))
    await device.move(spotOf(rowElement(3)))
    await device.up(spotOf(rowElement(3)))
    await expect.poll(() => sort).toHaveBeenLastCalledWith(4, 3)
    await expect.poll(names).toEqual(['Bureau', 'North', 'South', 'West'])
  })
}

test('a row that is dropped beyond its siblings stays where it was, and the page says why', async () => {
  await page.viewport(1000, 800)
  const sort = vi.fn()
  await render(
    <Example first={[...tree, { id: 6, version: 1, pid: null, name: 'Other' }]} opened={[1, 2]} onSort={sort} />,
  )
  await mouse.down(spotOf(handle(5)))
  await mouse.move(spotOf(rowElement(6)))
  await expect.poll(held).toEqual(['5'])
  expect(lineAbove()).toBeUndefined()
  await mouse.up(spotOf(rowElement(6)))
  await expect.poll(() => toastStore.read().map(({ text }) => text)).toEqual([m.sort_beyond()])
  toastStore.clear()
  expect(sort).not.toHaveBeenCalled()
})

test('a drag that is cancelled moves nothing and says so', async () => {
  await page.viewport(1000, 800)
  const sort = vi.fn()
  await render(<Example onSort={sort} />)
  const said = m.sort_cancelled({ name: 'West' })
  const leave = () => window.dispatchEvent(new Event('blur'))
  for (const [cancel, release] of [
    [() => userEvent.keyboard('{Escape}'), fingers.up],
    [leave, fingers.up],
    [fingers.lose, () => {}],
    [() => fingers.down(spotOf(rowElement(2)), spotOf(rowElement(1))), fingers.up],
  ] as const) {
    await fingers.down(spotOf(handle(4)))
    await rested()
    await fingers.move(spotOf(rowElement(2)))
    await expect.poll(lineAbove).toBe('2')
    await cancel()
    await expect.poll(held).toEqual([])
    expect(lineAbove()).toBeUndefined()
    expect(live()).toBe(said)
    await release()
  }
  expect(sort).not.toHaveBeenCalled()
})

test('a list that is loaded anew during a drag: the row under the pointer counts, and a row that is gone ends it', async () => {
  await page.viewport(1000, 800)
  const sort = vi.fn()
  const screen = await render(<Example onSort={sort} />)
  await mouse.down(spotOf(handle(4)))
  const spot = spotOf(rowElement(2))
  await mouse.move(spot)
  await expect.poll(lineAbove).toBe('2')
  const [bureau, north, south, west, school] = tree
  if (!bureau || !north || !south || !west || !school) throw new Error('the tree has five rows')
  await screen.rerender(<Example first={[bureau, south, north, west, school]} onSort={sort} />)
  await expect.poll(names).toEqual(['Bureau', 'South', 'North', 'West'])
  await mouse.up(spot)
  await expect.poll(() => sort).toHaveBeenCalledExactlyOnceWith(4, 3)

  await mouse.down(spotOf(handle(2)))
  await mouse.move(spotOf(rowElement(3)))
  await expect.poll(held).toEqual(['2'])
  await screen.rerender(<Example first={[bureau, south, west]} onSort={sort} />)
  await expect.poll(names).toEqual(['Bureau', 'South', 'West'])
  await mouse.up(spotOf(rowElement(3)))
  expect(sort).toHaveBeenCalledOnce()
  await expect.poll(held).toEqual([])
})

test('a list of many rows scrolls under a dragged row, and the row can be dropped where no row was drawn before', async () => {
  await page.viewport(1000, 800)
  const sort = vi.fn()
  const many = Array.from({ length: 300 }, (_, i) => ({ id: i + 1, version: 1, pid: null, name: `Row ${i + 1}` }))
  await render(<Example first={many} onSort={sort} />)
  const box = document.querySelector('.box')
  await mouse.down(spotOf(handle(1)))
  const edge = spotOf(box, { x: 60, y: 299 })
  await mouse.move(edge)
  await expect.poll(() => rowElement(55)).not.toBeNull()
  await expect.poll(held).toEqual(['1'])
  await userEvent.keyboard('{Escape}')
  await mouse.up(edge)
  expect(sort).not.toHaveBeenCalled()
})

test('the line stays in sight when the list is scrolled sideways', async () => {
  await render(<Example />)
  const box = document.querySelector('.box')
  await page.viewport(300, 800)
  await mouse.down(spotOf(handle(4)))
  await mouse.move(spotOf(rowElement(2), { x: 60, y: 10 }))
  await expect.poll(lineAbove).toBe('2')
  if (box) box.scrollLeft = 100
  expect(box?.scrollLeft).toBeGreaterThan(0)
  const line = document.querySelector('[data-drop-line]')?.getBoundingClientRect()
  const list = box?.getBoundingClientRect()
  expect(Math.abs((line?.left ?? 0) - (list?.left ?? 9))).toBeLessThan(3)
  expect(Math.abs((line?.right ?? 0) - (list?.right ?? 9))).toBeLessThan(20)
  await userEvent.keyboard('{Escape}')
  await mouse.up(spotOf(rowElement(2), { x: 60, y: 10 }))
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
