import { useState } from 'react'
import { expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { PublicLayout } from '#src/layout/site/public-layout.tsx'
import { ContextMenu } from '#src/ui/context-menu.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { MenuItemPart } from '#src/ui/menu-parts.tsx'
import { Popups } from '#src/ui/popups.tsx'
import { Select } from '#src/ui/select.tsx'
import { renderPage } from '../support/with-router.tsx'

// A click counts only if its target does not move between press and release. An open popup must therefore be in place
// as soon as the page scrolls, not a frame later.

const items = ['Alpha', 'Beta'].map((label) => ({ label, value: label }))

function Choice() {
  const [value, setValue] = useState<string | null>(null)
  return <Select items={items} value={value} onChange={setValue} aria-label="choice" />
}

const topOf = (element: Element) => element.getBoundingClientRect().top

/** Scrolls the page by 40 pixels. @returns the pixels that the popup has moved in the viewport right after that */
function movedBy(popup: Element): number {
  const was = topOf(popup)
  window.scrollBy(0, 40)
  expect(window.scrollY).toBe(40)
  return topOf(popup) - was
}

/** Waits until the popup is open and no longer moves. */
async function open(role: 'menu' | 'listbox') {
  const popup = screen.getByRole(role)
  await expect.element(popup).toBeVisible()
  await expect.poll(() => topOf(popup.element())).toBeGreaterThan(10)
  await Promise.all(
    popup
      .element()
      .getAnimations()
      .map((one) => one.finished),
  )
  return popup.element()
}

test('a menu about a place in the window stays there', async () => {
  await render(
    <div style={{ height: 3000 }}>
      <ContextMenu label="menu" at={{ x: 60, y: 80 }} onClose={() => {}}>
        <MenuItemPart value="one">One</MenuItemPart>
      </ContextMenu>
    </div>,
  )
  expect(movedBy(await open('menu'))).toBe(0)
})

test('a menu of the top bar stays with the bar', async () => {
  await screen.viewport(1280, 800)
  const page = await renderPage(
    <PublicLayout siteName="Site" version="v1.0.0" headNav={[]}>
      <div style={{ height: 3000 }} />
    </PublicLayout>,
  )
  await page.getByRole('button', { name: m.shell_theme() }).click()
  expect(movedBy(await open('menu'))).toBe(0)
})

test('a list in a dialog stays with its field', async () => {
  const page = await render(
    <div style={{ height: 3000 }}>
      <Dialog open onRequestClose={() => {}} title="Edit">
        <Choice />
      </Dialog>
    </div>,
  )
  await page.getByRole('combobox', { name: 'choice' }).click()
  expect(movedBy(await open('listbox'))).toBe(0)
})

test('a list in the page goes with the page', async () => {
  const page = await render(
    <div style={{ height: 3000, paddingTop: 100 }}>
      <Choice />
    </div>,
  )
  await page.getByRole('combobox', { name: 'choice' }).click()
  expect(movedBy(await open('listbox'))).toBe(-40)
})

test('what opens over a page is in a landmark, which is there only while something is open', async () => {
  const page = await render(
    <>
      <Popups />
      <Choice />
    </>,
  )
  const landmark = page.getByRole('region', { name: m.ui_popups() })
  const field = page.getByRole('combobox', { name: 'choice' })
  await expect.element(field).toBeVisible()
  await expect.element(landmark).not.toBeInTheDocument()
  await field.click()
  await expect.element(landmark.getByRole('option', { name: 'Beta' })).toBeVisible()
  await landmark.getByRole('option', { name: 'Beta' }).click()
  await expect.element(field).toHaveTextContent('Beta')
  await expect.element(landmark).not.toBeInTheDocument()
})

test('a press on a menu item counts, however close its events come together, with or without a pointer', async () => {
  const done: string[] = []
  function Row() {
    const [open, setOpen] = useState(true)
    if (!open)
      return (
        <button type="button" onClick={() => setOpen(true)}>
          again
        </button>
      )
    return (
      <ContextMenu label="menu" at={{ x: 60, y: 80 }} onClose={() => setOpen(false)}>
        <MenuItemPart value="one" onSelect={() => done.push('one')}>
          One
        </MenuItemPart>
        <MenuItemPart value="two" disabled onSelect={() => done.push('two')}>
          Two
        </MenuItemPart>
      </ContextMenu>
    )
  }
  await render(<Row />)
  const menu = screen.getByRole('menu')
  const again = screen.getByRole('button', { name: 'again' })
  const item = (name: string) => screen.getByRole('menuitem', { name }).element() as HTMLElement

  await open('menu')
  item('Two').click()
  expect(done).toEqual([])
  // Nothing has rendered between these events, as on a busy machine.
  for (const type of ['pointermove', 'pointerdown', 'pointerup'])
    item('One').dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse' }))
  item('One').click()
  await again.click()
  expect(done).toEqual(['one'])

  // Assistive technology presses without a pointer.
  await open('menu')
  item('One').click()
  await again.click()
  expect(done).toEqual(['one', 'one'])

  await open('menu')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('menuitem', { name: 'One' })).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{Enter}')
  await expect.element(again).toBeVisible()
  await expect.element(menu).not.toBeInTheDocument()
  expect(done).toEqual(['one', 'one', 'one'])
})
