import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Tooltips } from '#src/ui/tooltip.tsx'
import '../../app/styles.css'

const tip = () => page.getByRole('tooltip')
const shown = () => [...document.querySelectorAll('[role=tooltip]')].filter((one) => one.matches(':popover-open'))

async function open() {
  // The pointer may still be where an earlier test has left it.
  await userEvent.hover(document.documentElement, { position: { x: 1, y: 1 } })
  const onAdd = vi.fn()
  const onBelow = vi.fn()
  await render(
    <div style={{ padding: 40, display: 'grid', gap: 4, justifyItems: 'start' }}>
      <span style={{ display: 'flex' }}>
        <IconButton label="Add" aria-keyshortcuts="Control+K" onClick={onAdd}>
          +
        </IconButton>
        <IconButton label="Remove">-</IconButton>
        <button type="button" aria-label="Code" data-tip="The full text">
          #
        </button>
        <button type="button" aria-label="Menu" aria-expanded data-tip="">
          …
        </button>
      </span>
      <button type="button" onClick={onBelow}>
        Below
      </button>
      <Tooltips />
    </div>,
  )
  return { onAdd, onBelow, add: page.getByRole('button', { name: 'Add' }) }
}

test('a tip says the name and the shortcut, is never the browser’s own, and there is one for all buttons', async () => {
  const { add } = await open()
  expect(add.element()).not.toHaveAttribute('title')
  await add.hover()
  await expect.element(tip()).toHaveTextContent('AddCtrl K')
  // The tip is no more than the name, so nothing is announced twice.
  expect(add.element()).not.toHaveAttribute('aria-describedby')
  await page.getByRole('button', { name: 'Remove' }).hover()
  await expect.element(tip()).toHaveTextContent('Remove')
  expect(document.querySelectorAll('[role=tooltip]')).toHaveLength(1)
})

test('what the name does not say describes the button, as long as it is shown', async () => {
  await open()
  const code = page.getByRole('button', { name: 'Code' })
  await code.hover()
  await expect.element(code).toHaveAccessibleDescription('The full text')
  await userEvent.keyboard('{Escape}')
  await expect.poll(shown).toHaveLength(0)
  expect(code.element()).not.toHaveAttribute('aria-describedby')
})

test('the keyboard shows it too, Esc hides it and leaves the focus', async () => {
  const { add } = await open()
  await userEvent.keyboard('{Tab}')
  await expect.element(add).toHaveFocus()
  await expect.element(tip()).toHaveTextContent('AddCtrl K')
  await userEvent.keyboard('{Escape}')
  await expect.poll(shown).toHaveLength(0)
  await expect.element(add).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(tip()).toHaveTextContent('Remove')
})

test('the pointer can go onto the tip; a press there means what lies below it', async () => {
  const { add, onBelow } = await open()
  await add.hover()
  await expect.element(tip()).toBeVisible()
  await tip().hover()
  // Longer than the grace in which a tip that was left disappears.
  const left = performance.now()
  await expect.poll(() => performance.now() - left).toBeGreaterThan(500)
  expect(shown()).toHaveLength(1)
  await tip().click({ position: { x: 40, y: 8 } })
  expect(shown()).toHaveLength(0)
  expect(onBelow).toHaveBeenCalledOnce()
})

test('a press hides the tip until the pointer has left; an open menu has none', async () => {
  const { add, onAdd } = await open()
  await add.hover()
  await expect.element(tip()).toBeVisible()
  await add.click()
  expect(onAdd).toHaveBeenCalledOnce()
  expect(shown()).toHaveLength(0)
  await page.getByRole('button', { name: 'Menu' }).hover()
  const at = performance.now()
  await expect.poll(() => performance.now() - at).toBeGreaterThan(600)
  expect(shown()).toHaveLength(0)
  await add.hover()
  await expect.element(tip()).toHaveTextContent('AddCtrl K')
})

test('a focus that a script sets shows none', async () => {
  const { add } = await open()
  await userEvent.keyboard('{Tab}')
  await expect.element(tip()).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(shown()).toHaveLength(0)
  add.element().blur()
  add.element().focus()
  const at = performance.now()
  await expect.poll(() => performance.now() - at).toBeGreaterThan(600)
  expect(shown()).toHaveLength(0)
})

test('a press before the code of tips is there leaves none behind', async () => {
  const { add, onAdd } = await open()
  // The first sign of the pointer and the press come together.
  add.element().dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  add.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  add.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(onAdd).toHaveBeenCalledOnce()
  const at = performance.now()
  await expect.poll(() => performance.now() - at).toBeGreaterThan(600)
  expect(shown()).toHaveLength(0)
})

test('a dialog that a key opens shows no tip of the button that it gives the focus to', async () => {
  const { add } = await open()
  await userEvent.keyboard('?')
  add.element().focus()
  const at = performance.now()
  await expect.poll(() => performance.now() - at).toBeGreaterThan(600)
  expect(shown()).toHaveLength(0)
})
