import { useRef, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useDrag } from '#src/ui/drag/use-drag.ts'
import { fingers, mouse, pen, spotOf } from '../support/pointers.ts'

// The pause before a finger drags is a timer. The tests move the time themselves, so no test depends on its own speed.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  log.length = 0
})
afterEach(() => vi.useRealTimers())
const rest = () => vi.advanceTimersByTime(300)

/** What the list was told. Moves on the spot are not repeated. */
const log: string[] = []
const say = (line: string) => {
  if (log.at(-1) !== line) log.push(line)
}
const kinds = () => log.map((line) => line.split(' ')[0])

type ListProps = { count?: number; height?: number; onHold?: boolean }

/** A list of buttons, each of which is dragged by itself. */
function List({ count = 40, height = 300, onHold = false }: ListProps) {
  const box = useRef<HTMLDivElement>(null)
  const [gone, setGone] = useState<string>()
  const { grip } = useDrag({
    axis: 'y',
    scroller: box,
    keyOf: (pressed) => pressed.closest<HTMLElement>('[data-key]')?.dataset.key,
    onMove: (key, { moved }) => say(`move ${key} ${Math.round(moved)}`),
    onDrop: (key, { moved }) => say(`drop ${key} ${Math.round(moved)}`),
    onCancel: (key) => say(`cancel ${key}`),
    onHold: onHold ? (key) => say(`hold ${key}`) : undefined,
  })
  return (
    <>
      <style>{`.drag-box { height: ${height}px; overflow: auto } .drag-box button { display: block; height: 40px; width: 200px }`}</style>
      <div ref={box} className="drag-box">
        {Array.from({ length: count }, (_, at) => `row${at}`).map(
          (key) =>
            key !== gone && (
              <button ref={grip} key={key} type="button" data-key={key} onClick={() => say(`click ${key}`)}>
                {key}
              </button>
            ),
        )}
      </div>
      <button type="button" onClick={() => setGone('row3')}>
        remove
      </button>
    </>
  )
}

const box = () => document.querySelector('.drag-box')
const row = (at: number) => document.querySelector(`[data-key=row${at}]`)
const below = (spot: { x: number; y: number }, by: number) => ({ x: spot.x, y: spot.y + by })

test('a mouse drags at once, a click drags nothing, and a drag ends in no click', async () => {
  await render(<List />)
  const spot = spotOf(row(1))
  await mouse.down(spot)
  await mouse.move(below(spot, 3))
  await mouse.up(below(spot, 3))
  await expect.poll(() => log).toEqual(['click row1'])
  log.length = 0
  await mouse.down(spot)
  await mouse.move(below(spot, 20))
  await mouse.move(below(spot, 80))
  await mouse.up(below(spot, 80))
  await expect.poll(() => log).toEqual(['move row1 20', 'move row1 80', 'drop row1 80'])
  // A key press on the same button still counts.
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => log.at(-1)).toBe('click row1')
})

test('a mouse that leaves the window goes on dragging', async () => {
  await render(<List />)
  const spot = spotOf(row(1))
  await mouse.down(spot)
  await mouse.move(below(spot, 20))
  await mouse.move({ x: 3000, y: spot.y + 50 })
  await mouse.up({ x: 3000, y: spot.y + 50 })
  await expect.poll(() => log.at(-1)).toBe('drop row1 50')
})

test('a finger scrolls the list and drags nothing', async () => {
  await render(<List />)
  const spot = spotOf(row(5))
  await fingers.down(spot)
  for (const by of [12, 40, 80, 120]) await fingers.move(below(spot, -by))
  await expect.poll(() => box()?.scrollTop).toBeGreaterThan(50)
  await fingers.up()
  rest()
  expect(log).toEqual([])
})

test('a finger that rests first drags, and the list stays', async () => {
  await render(<List />)
  const spot = spotOf(row(5))
  await fingers.down(spot)
  rest()
  expect(log).toEqual(['move row5 0'])
  for (const by of [12, 40, 80]) await fingers.move(below(spot, -by))
  await fingers.up()
  await expect.poll(() => log.at(-1)).toBe('drop row5 -80')
  expect(box()?.scrollTop).toBe(0)
  expect(kinds()).not.toContain('click')
})

test('a tap is a click', async () => {
  await render(<List />)
  await fingers.down(spotOf(row(2)))
  await fingers.up()
  await expect.poll(() => log).toEqual(['click row2'])
})

test('a finger that rests and is lifted again is a long press, and drops nothing', async () => {
  const page = await render(<List onHold />)
  await fingers.down(spotOf(row(2)))
  rest()
  await fingers.up()
  await expect.poll(() => log).toEqual(['move row2 0', 'hold row2'])
  await page.rerender(<List />)
  log.length = 0
  await fingers.down(spotOf(row(2)))
  rest()
  await fingers.up()
  await expect.poll(() => log).toEqual(['move row2 0', 'cancel row2'])
})

test('a pen drags after the same rest', async () => {
  await render(<List />)
  const spot = spotOf(row(1))
  await pen.down(spot)
  await pen.move(below(spot, 40))
  await pen.up(below(spot, 40))
  rest()
  expect(kinds()).not.toContain('move')
  log.length = 0
  await pen.down(spot)
  rest()
  await pen.move(below(spot, 40))
  await pen.up(below(spot, 40))
  await expect.poll(() => log).toEqual(['move row1 0', 'move row1 40', 'drop row1 40'])
})

const cancels: readonly [what: string, act: () => unknown][] = [
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a window that loses the focus', () => window.dispatchEvent(new Event('blur'))],
  ['a row that goes away', () => clickRemove()],
]
function clickRemove() {
  for (const button of document.querySelectorAll('button')) if (button.textContent === 'remove') button.click()
}

test.each(cancels)('%s cancels a drag of the mouse, and the release drops nothing', async (_what, act) => {
  await render(<List />)
  const spot = spotOf(row(3))
  await mouse.down(spot)
  await mouse.move(below(spot, 40))
  await expect.poll(() => log).toEqual(['move row3 40'])
  await act()
  await expect.poll(() => log).toEqual(['move row3 40', 'cancel row3'])
  await mouse.move(below(spot, 60))
  await mouse.up(below(spot, 60))
  expect(kinds()).not.toContain('drop')
})

test('Escape during a drag reaches nobody else; before and after it does', async () => {
  await render(<List />)
  const heard = vi.fn()
  window.addEventListener('keydown', heard)
  const spot = spotOf(row(3))
  await mouse.down(spot)
  await userEvent.keyboard('{Escape}')
  expect(heard).toHaveBeenCalledTimes(1)
  await mouse.move(below(spot, 40))
  await userEvent.keyboard('{Escape}')
  expect(heard).toHaveBeenCalledTimes(1)
  await mouse.up(below(spot, 40))
  await userEvent.keyboard('{Escape}')
  expect(heard).toHaveBeenCalledTimes(2)
  window.removeEventListener('keydown', heard)
})

test('a second finger, and a touch that the browser takes away, cancel', async () => {
  await render(<List />)
  const spot = spotOf(row(3))
  await fingers.down(spot)
  rest()
  await fingers.move(below(spot, 30))
  await fingers.down(below(spot, 30), spotOf(row(6)))
  await expect.poll(() => log.at(-1)).toBe('cancel row3')
  rest()
  await fingers.move(below(spot, 60), below(spotOf(row(6)), 30))
  await fingers.up()
  expect(kinds()).not.toContain('drop')
  expect(log.at(-1)).toBe('cancel row3')

  log.length = 0
  await fingers.down(spot)
  rest()
  await fingers.move(below(spot, 30))
  await fingers.lose()
  await expect.poll(() => log.at(-1)).toBe('cancel row3')
})

test('a second finger before the rest is over starts nothing', async () => {
  await render(<List />)
  await fingers.down(spotOf(row(3)))
  await fingers.down(spotOf(row(3)), spotOf(row(5)))
  rest()
  await fingers.up()
  expect(kinds()).not.toContain('move')
})

test('the right button drags nothing', async () => {
  await render(<List />)
  const moved = vi.fn()
  window.addEventListener('pointermove', moved)
  await userEvent.click(row(1) ?? document.body, { button: 'right' })
  await userEvent.hover(row(4) ?? document.body)
  expect(kinds()).not.toContain('move')
  window.removeEventListener('pointermove', moved)
})

test('near an end the list scrolls by itself, as far as it goes, and what was scrolled counts as moved', async () => {
  await render(<List count={20} />)
  const spot = spotOf(row(2))
  const bottom = spotOf(box(), { x: 50, y: 295 })
  await mouse.down(spot)
  await mouse.move(bottom)
  await expect.poll(() => box()?.scrollTop).toBe(500)
  await mouse.up(bottom)
  await expect.poll(() => log.at(-1)).toBe(`drop row2 ${Math.round(bottom.y - spot.y + 500)}`)
  const up = spotOf(box(), { x: 50, y: 5 })
  await mouse.down(bottom)
  await mouse.move(up)
  await expect.poll(() => box()?.scrollTop).toBe(0)
  await mouse.up(up)
})

test('a row that is picked up at the end of the list does not scroll it', async () => {
  await render(<List count={20} />)
  const spot = spotOf(box(), { x: 50, y: 290 })
  await fingers.down(spot)
  rest()
  await fingers.move(below(spot, -10))
  // Two frames, in which the list would have moved.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  expect(box()?.scrollTop).toBe(0)
  await fingers.up()
})
