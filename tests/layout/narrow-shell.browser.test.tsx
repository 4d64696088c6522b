import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { m } from '#src/i18n/paraglide/messages.js'
import { readLayoutCookies } from '#src/layout/config/layout-cookie.ts'
import { layout } from '#src/layout/config/layout-store.ts'
import { expectListening } from '../support/listening.ts'
import { forgetLayout, openShell } from './support/shell.tsx'

beforeEach(forgetLayout)

const menu = () => page.getByRole('dialog', { name: m.shell_mainMenu() })
const mode = () => document.querySelector<HTMLElement>('.shell')?.dataset.layout
const former = () => JSON.parse(sessionStorage.getItem('ys_layoutResize') ?? 'null')?.value

test('a narrow window looks like Classic with the menu put away, and is restored when it is wide again', async () => {
  layout.choose({ layoutMode: 'Double' })
  await openShell({ width: 1280 })
  await expect.poll(mode).toBe('Double')
  await page.viewport(900, 800)
  await expect.poll(mode).toBe('Classic')
  expect(layout.read()).toMatchObject({ shrink: true, menuCollapse: true })
  expect(former()).toEqual({ layoutMode: 'Double', menuCollapse: false })
  // Only this window is narrow. The stored layout of the browser stays.
  expect(readLayoutCookies(document.cookie)).toMatchObject({ layoutMode: 'Double', menuCollapse: false })
  await page.viewport(1280, 800)
  await expect.poll(mode).toBe('Double')
  expect(layout.read()).toMatchObject({ shrink: false, menuCollapse: false })
  expect(former()).toBeUndefined()
})

test('the menu opens over the page; the shade, Esc and a choice close it', async () => {
  const { router } = await openShell({ width: 800 })
  const open = page.getByRole('button', { name: m.shell_openMenu() })
  await open.click()
  await expectListening(menu())
  await userEvent.keyboard('{Escape}')
  await expect.element(menu()).not.toBeInTheDocument()
  await expect.element(open).toHaveFocus()
  await open.click()
  await expect.element(menu()).toBeVisible()
  await userEvent.click(document.elementFromPoint(700, 400) ?? document.body, { position: { x: 700, y: 400 } })
  await expect.element(menu()).not.toBeInTheDocument()
  await open.click()
  await menu().getByRole('link', { name: 'Users' }).click()
  await expect.element(menu()).not.toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/admin/user')
})

test('a menu that was opened stays open while the window changes and stays narrow', async () => {
  await openShell({ width: 800 })
  await page.getByRole('button', { name: m.shell_openMenu() }).click()
  await expect.element(menu()).toBeVisible()
  await page.viewport(700, 600)
  await expect.poll(() => window.innerWidth).toBe(700)
  await expect.element(menu()).toBeVisible()
})

test('what is chosen in a narrow window holds in a wide one', async () => {
  await openShell({ width: 800 })
  await expect.poll(mode).toBe('Classic')
  layout.choose({ layoutMode: 'Streamline', menuCollapse: true })
  expect(mode()).toBe('Classic')
  await page.viewport(1280, 800)
  await expect.poll(mode).toBe('Streamline')
  expect(layout.read().menuCollapse).toBe(true)
})

test.each([360, 1400])('the tools that few need every day are in one menu, at %i px', async (width) => {
  const clearCache = vi.fn(async () => {})
  await openShell({ width, height: 700, clearCache })
  await page.getByRole('button', { name: m.shell_more() }).click()
  for (const name of [m.shell_publicSite(), m.shell_fullScreen(), m.layout_title(), m.shell_clearAllCaches()])
    await expect.element(page.getByRole('menuitem', { name })).toBeVisible()
  for (const name of ['English', m.shell_themeDark()])
    await expect.element(page.getByRole('menuitemradio', { name })).toBeVisible()
  await page.getByRole('menuitem', { name: m.shell_clearAllCaches() }).click()
  expect(clearCache).toHaveBeenCalledWith('all')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('the theme and the layout can be chosen on a telephone', async () => {
  await openShell({ width: 360, height: 700 })
  await page.getByRole('button', { name: m.shell_more() }).click()
  await page.getByRole('menuitemradio', { name: m.shell_themeDark() }).click()
  expect(document.documentElement.dataset.theme).toBe('dark')
  await page.getByRole('button', { name: m.shell_more() }).click()
  await page.getByRole('menuitem', { name: m.layout_title() }).click()
  const drawer = page.getByRole('dialog', { name: m.layout_title() })
  await expect.element(drawer.getByText(m.layout_narrow())).toBeVisible()
})

test('a browser without full screen says so', async () => {
  await openShell({ width: 1400 })
  vi.spyOn(document.documentElement, 'requestFullscreen').mockRejectedValue(new TypeError('not allowed'))
  await page.getByRole('button', { name: m.shell_more() }).click()
  await page.getByRole('menuitem', { name: m.shell_fullScreen() }).click()
  await expect.element(page.getByText(m.shell_noFullScreen())).toBeVisible()
})

test('the account menu says who is signed in and since when before, and leads out', async () => {
  const { signOut } = await openShell()
  await page.getByRole('button', { name: /李老师/ }).click()
  await expect.element(page.getByText(m.shell_lastSignIn({ time: '2026-03-01 09:02:03' }))).toBeVisible()
  // The shell got no profile page, so the menu has no entry for one.
  await expect.element(page.getByRole('menuitem', { name: m.shell_profile() })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: m.shell_signOut() }).click()
  expect(signOut).toHaveBeenCalledOnce()
})
