import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastStore } from '#src/ui/toast-store.ts'
import { fingers, mouse, pen, spotOf } from '../../support/pointers.ts'
import { names, TreeGrid, tree } from '../../support/tree-grid.tsx'

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
    await render(<TreeGrid onSort={sort} />)
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

test('on a small screen, where the list has no head, the line is between the rows too', async () => {
  await page.viewport(390, 800)
  await render(<TreeGrid onSort={vi.fn()} />)
  await fingers.down(spotOf(handle(4)))
  await rested()
  await fingers.move(spotOf(rowElement(2)))
  await expect.poll(lineAbove).toBe('2')
  await fingers.up()
})

test('a row that is dropped beyond its siblings stays where it was, and the page says why', async () => {
  await page.viewport(1000, 800)
  const sort = vi.fn()
  await render(
    <TreeGrid first={[...tree, { id: 6, version: 1, pid: null, name: 'Other' }]} opened={[1, 2]} onSort={sort} />,
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
  await render(<TreeGrid onSort={sort} />)
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
  const screen = await render(<TreeGrid onSort={sort} />)
  await mouse.down(spotOf(handle(4)))
  const spot = spotOf(rowElement(2))
  await mouse.move(spot)
  await expect.poll(lineAbove).toBe('2')
  const [bureau, north, south, west, school] = tree
  if (!bureau || !north || !south || !west || !school) throw new Error('the tree has five rows')
  await screen.rerender(<TreeGrid first={[bureau, south, north, west, school]} onSort={sort} />)
  await expect.poll(names).toEqual(['Bureau', 'South', 'North', 'West'])
  await mouse.up(spot)
  await expect.poll(() => sort).toHaveBeenCalledExactlyOnceWith(4, 3)

  await mouse.down(spotOf(handle(2)))
  await mouse.move(spotOf(rowElement(3)))
  await expect.poll(held).toEqual(['2'])
  await screen.rerender(<TreeGrid first={[bureau, south, west]} onSort={sort} />)
  await expect.poll(names).toEqual(['Bureau', 'South', 'West'])
  await mouse.up(spotOf(rowElement(3)))
  expect(sort).toHaveBeenCalledOnce()
  await expect.poll(held).toEqual([])
})

test('a list of many rows scrolls under a dragged row, and the row can be dropped where no row was drawn before', async () => {
  await page.viewport(1000, 800)
  const sort = vi.fn()
  const many = Array.from({ length: 300 }, (_, i) => ({ id: i + 1, version: 1, pid: null, name: `Row ${i + 1}` }))
  await render(<TreeGrid first={many} onSort={sort} />)
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
  await page.viewport(1000, 800)
  await render(<TreeGrid />)
  const box = document.querySelector<HTMLElement>('.box')
  if (box) box.style.width = '300px'
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

test('keys other than Escape do nothing to a row in the hand of the pointer', async () => {
  await page.viewport(1000, 800)
  const sort = vi.fn()
  await render(<TreeGrid onSort={sort} />)
  await mouse.down(spotOf(handle(4)))
  await mouse.move(spotOf(rowElement(2)))
  await expect.poll(lineAbove).toBe('2')
  await userEvent.keyboard(' {ArrowDown}{Enter}')
  expect(sort).not.toHaveBeenCalled()
  expect(held()).toEqual(['4'])
  await mouse.up(spotOf(rowElement(2)))
  await expect.poll(() => sort).toHaveBeenCalledExactlyOnceWith(4, 2)
})
