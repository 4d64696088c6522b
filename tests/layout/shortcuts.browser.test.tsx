import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { m } from '#src/i18n/paraglide/messages.js'
import { readLayoutCookies } from '#src/layout/config/layout-cookie.ts'
import { layout } from '#src/layout/config/layout-store.ts'
import { onPaletteWanted } from '#src/layout/palette/palette-key.ts'
import { expectListening } from '../support/listening.ts'
import { forgetLayout, openShell } from './support/shell.tsx'

beforeEach(forgetLayout)

const overview = () => page.getByRole('dialog', { name: m.shortcuts_title() })

/** A quick search in the page, as lists have one. */
async function openList() {
  await openShell()
  await expect.element(page.getByRole('heading', { name: 'page /admin/org' })).toBeVisible()
  const search = document.createElement('search')
  search.innerHTML = '<input aria-label="Quick search">'
  document.querySelector('main')?.append(search)
  return page.getByRole('textbox', { name: 'Quick search' })
}

test('/ leads to the search of the list, and where letters are typed it is a letter', async () => {
  const search = await openList()
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await expect.element(search).toHaveValue('')
  await userEvent.keyboard('a/b?')
  await expect.element(search).toHaveValue('a/b?')
  await expect.element(overview()).not.toBeInTheDocument()
})

test('/ opens the search of the back office on a page without a list', async () => {
  const wanted = vi.fn()
  const stop = onPaletteWanted(wanted)
  await openShell()
  await expect.element(page.getByRole('heading', { name: 'page /admin/org' })).toBeVisible()
  await userEvent.keyboard('/')
  expect(wanted).toHaveBeenCalledOnce()
  stop()
})

test('? lists the shortcuts, and nothing happens below the overview', async () => {
  const field = (await openList()).element()
  await userEvent.keyboard('?')
  await expect.element(overview()).toBeVisible()
  await expect.element(overview().getByText(m.shortcuts_save())).toBeVisible()
  await expectListening(overview())
  await userEvent.keyboard('/')
  expect(document.activeElement).not.toBe(field)
  await userEvent.keyboard('{Escape}')
  await expect.element(overview()).not.toBeInTheDocument()
})

test('the keys that are pressed alone can be switched off, for later visits too', async () => {
  const search = await openList()
  await userEvent.keyboard('?')
  await overview().getByText(m.shortcuts_singleKeys()).click()
  expect(readLayoutCookies(document.cookie).singleKeys).toBe(false)
  await userEvent.keyboard('{Escape}')
  await expect.element(overview()).not.toBeInTheDocument()
  await userEvent.keyboard('/?')
  await expect.element(search).not.toHaveFocus()
  expect(layout.read().singleKeys).toBe(false)
  // The menu of tools still has the overview.
  await page.getByRole('button', { name: m.shell_more() }).click()
  await page.getByRole('menuitem', { name: m.shortcuts_title() }).click()
  await expect.element(overview()).toBeVisible()
})
