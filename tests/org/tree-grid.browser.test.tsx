import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { moveRow, type TreeNode } from '#src/crud/tree.ts'
import { TreeGrid } from '#src/crud/tree-grid.tsx'
import { createTreeColumnHelper } from '#src/crud/tree-table.ts'

type Row = { id: number; pid: number | null; name: string; childCount?: number }

const helper = createTreeColumnHelper<TreeNode<Row>>()
const columns = helper.columns([
  helper.display({ id: 'name', header: 'Name', cell: ({ row }) => row.original.row.name }),
  helper.display({ id: 'number', header: 'Number', cell: ({ row }) => row.original.row.id }),
])
const layout = { name: { width: '12rem', sticky: 'start' as const }, number: { width: '6rem' } }

const tree: Row[] = [
  { id: 1, pid: null, name: 'Bureau', childCount: 3 },
  { id: 2, pid: 1, name: 'North', childCount: 1 },
  { id: 3, pid: 1, name: 'South' },
  { id: 4, pid: 1, name: 'West' },
  { id: 5, pid: 2, name: 'School' },
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
  return (
    <>
      <style>{'.box { height: 300px; overflow: auto }'}</style>
      <TreeGrid
        label="Organizations"
        rows={rows}
        columns={columns}
        layout={layout}
        open={open}
        nameOf={(row) => row.name}
        onToggle={(id, on) => setOpen(new Set(on ? [...open, id] : [...open].filter((one) => one !== id)))}
        onEnter={onEnter}
        onSort={(id, target) => {
          setRows(moveRow(rows, id, target))
          onSort?.(id, target)
        }}
        className="box"
      />
    </>
  )
}

const names = () => [...document.querySelectorAll('tr[data-id]')].map((row) => row.querySelector('td')?.textContent)
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

test('only one row is a tab stop', async () => {
  await render(<Example />)
  expect(
    [...document.querySelectorAll('tr[data-id]')].filter((row) => row.getAttribute('tabindex') === '0'),
  ).toHaveLength(1)
})

test('a row is picked up, moved and dropped with the keyboard, and every step is said', async () => {
  const sort = vi.fn()
  const page = await render(<Example onSort={sort} />)
  const live = () => document.querySelector('[aria-live]')?.textContent
  page.getByRole('button', { name: /North/ }).first().element().focus()
  await userEvent.keyboard(' {ArrowDown}{ArrowDown}{ArrowDown}')
  expect(live()).toMatch(/3.*3/)
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
  // There is no such pointer to capture in a test.
  if (handle) handle.setPointerCapture = () => {}
  at('pointerdown', handle?.getBoundingClientRect().top ?? 0)
  await expect.poll(() => document.querySelector('tr[data-id="4"]')?.className).toContain('opacity')
  at('pointermove', (target?.top ?? 0) + 5)
  await expect.poll(() => document.querySelector('.bg-accent')).not.toBeNull()
  at('pointerup', (target?.top ?? 0) + 5)
  await vi.waitFor(() => expect(sort).toHaveBeenCalledExactlyOnceWith(4, 2))
})

test('of two thousand rows only those on screen are drawn, and the last one can be reached', async () => {
  const many = [
    { id: 1, pid: null, name: 'Bureau', childCount: 1999 },
    ...Array.from({ length: 1999 }, (_, i) => ({ id: i + 2, pid: 1, name: `Row ${i}` })),
  ]
  await render(<Example first={many} />)
  expect(document.querySelectorAll('tr[data-id]').length).toBeLessThan(100)
  document.querySelector<HTMLElement>('tr[data-id="1"]')?.focus()
  await userEvent.keyboard('{End}')
  await expect.poll(focused).toBe('2000')
  expect(document.querySelectorAll('tr[data-id]').length).toBeLessThan(100)
})
