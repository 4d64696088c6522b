import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { TabBar } from '#src/layout/tabs/tab-bar.tsx'
import '../../app/styles.css'
import { fingers, mouse, pen, spotOf } from '../support/pointers.ts'

const done = {
  select: vi.fn(),
  close: vi.fn(),
  move: vi.fn(),
  reload: vi.fn(),
  fullScreen: vi.fn(),
  others: vi.fn(),
  all: vi.fn(),
}
beforeEach(() => {
  for (const mock of Object.values(done)) mock.mockReset()
})

/** A tab bar that applies every action, in a box of a given width in pixels. */
function Bar({ names, at = 0, width = 900 }: { names: readonly string[]; at?: number; width?: number }) {
  const [paths, setPaths] = useState(names)
  const [active, setActive] = useState(names[at])
  const tabs = paths.map((name) => ({ path: `/admin/${name}`, title: name, href: `/admin/${name}` }))
  const name = (path: string) => path.replace('/admin/', '')
  return (
    <div style={{ width }}>
      <TabBar
        tabs={tabs}
        activePath={active && `/admin/${active}`}
        onSelect={(path) => {
          done.select(name(path))
          setActive(name(path))
        }}
        onClose={(path) => {
          done.close(name(path))
          const rest = paths.filter((one) => one !== name(path))
          setPaths(rest)
          if (active === name(path)) setActive(rest.at(-1))
        }}
        onMove={(path, to) => {
          done.move(name(path), to)
          setPaths(paths.filter((one) => one !== name(path)).toSpliced(to, 0, name(path)))
        }}
        onReload={(path) => done.reload(name(path))}
        onFullScreen={(path) => done.fullScreen(name(path))}
        onCloseOthers={(path) => done.others(name(path))}
        onCloseAll={() => done.all()}
      />
    </div>
  )
}

const three = ['Alpha', 'Beta', 'Gamma'] as const
type Screen = Awaited<ReturnType<typeof render>>
const tabOf = (page: Screen, name: string) => page.getByRole('tab', { name })
const titles = (page: Screen) =>
  page
    .getByRole('tab')
    .elements()
    .map((tab) => tab.textContent)
const cross = (page: Screen, name: string) =>
  page.container.querySelector<HTMLElement>(`[data-path="/admin/${name}"] [data-close]`)

test('one tab is selected and has the box behind it; choosing another one moves both', async () => {
  const page = await render(<Bar names={three} />)
  await expect.element(tabOf(page, 'Alpha')).toHaveAttribute('aria-selected', 'true')
  const under = (name: string) => {
    const box = page.container.querySelector('.tab-highlight')?.getBoundingClientRect()
    const tab = page.container.querySelector(`[data-path="/admin/${name}"]`)?.getBoundingClientRect()
    return Math.max(Math.abs((box?.left ?? 0) - (tab?.left ?? 9)), Math.abs((box?.width ?? 0) - (tab?.width ?? 9)))
  }
  expect(under('Alpha')).toBeLessThan(1)
  await tabOf(page, 'Gamma').click()
  await expect.element(tabOf(page, 'Gamma')).toHaveAttribute('aria-selected', 'true')
  await expect.element(tabOf(page, 'Alpha')).toHaveAttribute('aria-selected', 'false')
  await expect.poll(() => under('Gamma')).toBeLessThan(1)
  expect(done.close).not.toHaveBeenCalled()
})

test('the cross closes without choosing, and is gone with the last but one tab; so is the middle button without effect', async () => {
  const page = await render(<Bar names={['Alpha', 'Beta']} />)
  await userEvent.click(cross(page, 'Beta') ?? page.container)
  expect(done.close).toHaveBeenCalledExactlyOnceWith('Beta')
  expect(done.select).not.toHaveBeenCalled()
  await expect.poll(() => titles(page)).toEqual(['Alpha'])
  expect(cross(page, 'Alpha')).toBeNull()
  await tabOf(page, 'Alpha').click({ button: 'middle' })
  expect(done.close).toHaveBeenCalledTimes(1)
})

test('the middle button closes', async () => {
  const page = await render(<Bar names={three} />)
  await tabOf(page, 'Beta').click({ button: 'middle' })
  await expect.poll(() => titles(page)).toEqual(['Alpha', 'Gamma'])
  expect(done.select).not.toHaveBeenCalled()
})

test('keys: arrows walk, Enter chooses, Delete closes and leaves the focus in the bar', async () => {
  const page = await render(<Bar names={three} />)
  await userEvent.keyboard('{Tab}')
  await expect.element(tabOf(page, 'Alpha')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(tabOf(page, 'Gamma')).toHaveFocus()
  expect(done.select).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(done.select).toHaveBeenCalledExactlyOnceWith('Gamma')
  await userEvent.keyboard('{Home}{Delete}')
  await expect.poll(() => titles(page)).toEqual(['Beta', 'Gamma'])
  await expect.element(tabOf(page, 'Beta')).toHaveFocus()
  await userEvent.keyboard('{End}{Delete}')
  await expect.poll(() => titles(page)).toEqual(['Beta'])
  await expect.element(tabOf(page, 'Beta')).toHaveFocus()
  await userEvent.keyboard('{Delete}')
  expect(done.close).toHaveBeenCalledTimes(2)
})

test('the Tab key stops once in the bar, at the active tab', async () => {
  const page = await render(<Bar names={three} at={1} />)
  await userEvent.keyboard('{Tab}')
  await expect.element(tabOf(page, 'Beta')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: m.tabs_actions() })).toHaveFocus()
})

test('Shift and an arrow take a tab along, and say where it is', async () => {
  const page = await render(<Bar names={three} />)
  await userEvent.keyboard('{Tab}{Shift>}{ArrowRight}{/Shift}')
  await expect.poll(() => titles(page)).toEqual(['Beta', 'Alpha', 'Gamma'])
  await expect.element(tabOf(page, 'Alpha')).toHaveFocus()
  await expect.element(page.getByText(m.tabs_moved({ title: 'Alpha', place: 2, total: 3 }))).toBeInTheDocument()
})

const item = (name: string) => document.querySelector(`[data-path="/admin/${name}"]`)
const held = () => [...document.querySelectorAll('.drag-held')].map((tab) => tab.textContent)
const said = () => document.querySelector('[aria-live=polite]')?.textContent

for (const [name, device, begun] of [
  ['mouse', mouse, async () => {}],
  ['pen', pen, () => expect.poll(held).not.toEqual([])],
  ['finger', fingers, () => expect.poll(held).not.toEqual([])],
] as const) {
  test(`a tab is dragged to another place by ${name}; the others make room, and no tab is chosen`, async () => {
    const screen = await render(<Bar names={three} />)
    const end = spotOf(item('Gamma'))
    await device.down(spotOf(item('Alpha')))
    await begun()
    await device.move(spotOf(item('Beta')))
    await device.move(end)
    await expect.poll(held).toEqual(['Alpha'])
    await expect.poll(() => item('Gamma')?.getBoundingClientRect().right).toBeLessThan(end.x)
    expect(done.move).not.toHaveBeenCalled()
    await device.up(end)
    await expect.poll(() => titles(screen)).toEqual(['Beta', 'Gamma', 'Alpha'])
    expect(done.move).toHaveBeenCalledExactlyOnceWith('Alpha', 2)
    await expect.poll(said).toBe(m.tabs_moved({ title: 'Alpha', place: 3, total: 3 }))
    expect(held()).toEqual([])
    expect(done.select).not.toHaveBeenCalled()
    await tabOf(screen, 'Gamma').click()
    expect(done.select).toHaveBeenCalledExactlyOnceWith('Gamma')
  })
}

test('a drag that is cancelled leaves the tabs in their order and says so', async () => {
  const screen = await render(<Bar names={three} />)
  const end = spotOf(item('Gamma'))
  for (const [cancel, release] of [
    [() => userEvent.keyboard('{Escape}'), fingers.up],
    [() => window.dispatchEvent(new Event('blur')), fingers.up],
    [fingers.lose, () => {}],
  ] as const) {
    await fingers.down(spotOf(item('Alpha')))
    await expect.poll(held).toEqual(['Alpha'])
    await fingers.move(end)
    await cancel()
    await expect.poll(held).toEqual([])
    expect(said()).toBe(m.sort_cancelled({ name: 'Alpha' }))
    await release()
  }
  expect(titles(screen)).toEqual([...three])
  expect(done.move).not.toHaveBeenCalled()
  expect(done.select).not.toHaveBeenCalled()
})

test('a finger that rests on a tab and is lifted again opens its menu', async () => {
  const screen = await render(<Bar names={three} />)
  await fingers.down(spotOf(item('Beta')))
  await expect.poll(held).toEqual(['Beta'])
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
  await fingers.up()
  await screen.getByRole('menuitem', { name: m.tabs_closeOthers() }).click()
  expect(done.others).toHaveBeenCalledExactlyOnceWith('Beta')
  expect(done.select).not.toHaveBeenCalled()
})

const many = Array.from({ length: 12 }, (_, index) => `Number ${index}`)

test('a finger that moves at once scrolls the tabs', async () => {
  await render(<Bar names={many} width={360} />)
  const list = document.querySelector('[role=tablist]')
  const spot = spotOf(item('Number 2'))
  await fingers.down(spot)
  for (const by of [20, 60, 120]) await fingers.move({ x: spot.x - by, y: spot.y })
  await expect.poll(() => list?.scrollLeft).toBeGreaterThan(30)
  await fingers.up()
  expect(done.move).not.toHaveBeenCalled()
  expect(done.select).not.toHaveBeenCalled()
})

test('a tab is taken along to the end of a bar that is wider than its room', async () => {
  await render(<Bar names={many} width={360} />)
  const list = document.querySelector('[role=tablist]')
  await mouse.down(spotOf(item('Number 1')))
  const edge = spotOf(list, { x: 359 })
  await mouse.move(edge)
  await expect.poll(() => (list ? list.scrollWidth - list.clientWidth - list.scrollLeft : 9)).toBeLessThan(2)
  await mouse.up(edge)
  await expect.poll(() => done.move.mock.lastCall).toEqual(['Number 1', 11])
})

test('a tab that is closed while it is dragged ends the drag', async () => {
  const screen = await render(<Bar names={three} />)
  await mouse.down(spotOf(item('Alpha')))
  await mouse.move(spotOf(item('Beta')))
  await expect.poll(held).toEqual(['Alpha'])
  await screen.rerender(<Bar key="other" names={['Beta', 'Gamma']} />)
  await mouse.up(spotOf(item('Gamma')))
  expect(done.move).not.toHaveBeenCalled()
  expect(held()).toEqual([])
})

test('the menu of a tab by the right button: reloading is for the active one only', async () => {
  const page = await render(<Bar names={three} />)
  await tabOf(page, 'Beta').click({ button: 'right' })
  await expect.element(page.getByRole('menuitem', { name: m.tabs_reload() })).toHaveAttribute('aria-disabled', 'true')
  const entries = page
    .getByRole('menuitem')
    .elements()
    .map((entry) => entry.textContent)
  expect(entries).toEqual([
    m.tabs_reload(),
    m.tabs_close(),
    m.tabs_fullScreen(),
    m.tabs_closeOthers(),
    m.tabs_closeAll(),
  ])
  await page.getByRole('menuitem', { name: m.tabs_closeOthers() }).click()
  expect(done.others).toHaveBeenCalledExactlyOnceWith('Beta')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
})

test('the menu by the keyboard; Escape leads back to the tab', async () => {
  const page = await render(<Bar names={three} />)
  await userEvent.keyboard('{Tab}{Shift>}{F10}{/Shift}')
  // It is seen before it listens.
  await expect.element(page.getByRole('menu')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(tabOf(page, 'Alpha')).toHaveFocus()
  await userEvent.keyboard('{ContextMenu}')
  await expect.element(page.getByRole('menu')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(done.reload).toHaveBeenCalledExactlyOnceWith('Alpha')
  await expect.element(tabOf(page, 'Alpha')).toHaveFocus()
})

test('with a single tab there are no others and no all to close', async () => {
  const page = await render(<Bar names={['Alpha']} />)
  await page.getByRole('button', { name: m.tabs_actions() }).click()
  for (const name of [m.tabs_closeOthers(), m.tabs_closeAll()])
    await expect.element(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByRole('menuitem', { name: m.tabs_close() })).not.toHaveAttribute('aria-disabled')
  await page.getByRole('menuitem', { name: m.tabs_fullScreen() }).click()
  expect(done.fullScreen).toHaveBeenCalledExactlyOnceWith('Alpha')
})

test('the menu closes when the page is scrolled', async () => {
  const page = await render(<Bar names={three} />)
  await tabOf(page, 'Beta').click({ button: 'right' })
  await expect.element(page.getByRole('menu')).toBeVisible()
  document.body.dispatchEvent(new WheelEvent('wheel', { deltaY: 40, bubbles: true }))
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
})

test('in a narrow room the active tab is scrolled to, and the wheel scrolls on', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `Tab number ${index}`)
  const page = await render(<Bar names={names} at={19} width={400} />)
  const list = page.getByRole('tablist').element()
  const visible = (name: string) => {
    const tab = tabOf(page, name).element().getBoundingClientRect()
    const bar = list.getBoundingClientRect()
    return tab.left >= bar.left - 1 && tab.right <= bar.right + 1
  }
  await expect.poll(() => visible('Tab number 19')).toBe(true)
  expect(visible('Tab number 0')).toBe(false)
  list.dispatchEvent(new WheelEvent('wheel', { deltaY: -5000, bubbles: true, cancelable: true }))
  await expect.poll(() => visible('Tab number 0')).toBe(true)
})

test('a bar with more tabs than there is room for fades at the sides that have more', async () => {
  const page = await render(<Bar names={many} width={360} />)
  const list = page.getByRole('tablist').element()
  const fades = () =>
    ['--fade-start', '--fade-end'].map((name) => Number.parseFloat(getComputedStyle(list).getPropertyValue(name)) > 0)
  await expect.poll(fades).toEqual([false, true])
  await userEvent.keyboard('{Tab}{End}{Enter}')
  await expect.element(tabOf(page, 'Number 11')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(fades).toEqual([true, false])
  await expect.element(tabOf(page, 'Number 11')).toBeInViewport({ ratio: 1 })
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{Enter}')
  await expect.element(tabOf(page, 'Number 6')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(fades).toEqual([true, true])
  await page.rerender(<Bar key="few" names={three} />)
  await expect.element(tabOf(page, 'Gamma')).toBeVisible()
  const few = page.getByRole('tablist').element()
  expect(getComputedStyle(few).getPropertyValue('--fade-end')).toBe('0px')
})
