import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { rule } from '#src/db/identity.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { expect, test } from './support/fixtures.ts'
import { changeSetting } from './support/settings.ts'
import { wordsOf } from './support/words.ts'

const t = wordsOf('zh-cn')

async function openDrawer(page: Page) {
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('shell_more') })
    .click()
  await page.getByRole('menuitem', { name: t('layout_title') }).click()
}

test('the icon of menus without one is chosen from four sources, kept, and reset', async ({
  page,
  signIn,
  open,
  db,
  expectAccessible,
}) => {
  test.slow()
  await write(db, systemAuthor, 'save', (tx) => tx.update(rule).set({ icon: '' }).where(eq(rule.name, 'dashboard')))
  await signIn('admin')
  // An open drawer hides everything else from assistive technology, so these locators include hidden elements.
  const menu = page
    .getByRole('navigation', { name: t('shell_mainMenu'), includeHidden: true })
    .getByRole('link', { name: t('menu_dashboard'), includeHidden: true })
  const usual = await menu.locator('svg').innerHTML()
  await openDrawer(page)
  const picker = page.getByRole('button', { name: t('layout_menuDefaultIcon') })
  await picker.click()
  const popup = page.getByRole('dialog', { name: t('icons_choose') })
  const filter = popup.getByRole('textbox', { name: t('icons_filter') })
  await expect(popup.getByRole('option', { name: 'fa fa-adjust' })).toBeVisible()
  await expectAccessible()

  await popup.getByRole('tab', { name: 'Iconfont' }).click()
  await expect(popup.getByText(t('icons_noIconfont'))).toBeVisible()
  await popup.getByRole('tab', { name: 'Element Plus' }).click()
  await filter.fill('arrowleft')
  await expect(popup.getByRole('option', { name: 'el-icon-DArrowLeft' })).toBeVisible()
  await popup.getByRole('tab', { name: t('icons_local') }).click()
  await filter.fill('value')
  await expect(popup.getByRole('option')).toHaveAttribute('data-highlighted')
  await expect(popup.getByRole('option', { name: 'local-value-added' })).toHaveAttribute('data-highlighted')
  await filter.press('Enter')

  await expect(popup).toHaveCount(0)
  await expect(picker).toContainText('local-value-added')
  await expect(menu.locator('svg')).toHaveAttribute('viewBox', '0 0 24 24')
  // The server delivers the drawing.
  await expect.poll(() => menu.locator('svg').innerHTML()).toContain('M15 7.5h4.8v4.8')
  const chosen = await menu.locator('svg').innerHTML()
  expect(chosen).not.toBe(usual)
  // The server renders the icon, so it is in the HTML before any script runs.
  const html = await (await page.request.get('/admin/dashboard')).text()
  expect(html).toContain('M15 7.5h4.8v4.8')

  await open('/admin/dashboard')
  await expect.poll(() => menu.locator('svg').innerHTML()).toBe(chosen)
  await openDrawer(page)
  await picker.click()
  await expect(popup.getByRole('option', { name: 'local-value-added' })).toHaveAttribute('aria-selected', 'true')
  await popup.getByRole('button', { name: t('icons_reset') }).click()
  await expect(picker).toContainText('fa fa-circle-o')
  await expect.poll(() => menu.locator('svg').innerHTML()).toBe(usual)
})

test('icons of a configured Iconfont style sheet are offered, and drawn from there', async ({
  page,
  request,
  signIn,
  db,
}) => {
  const css = '.myfont{font-family:myfont}.icon-a:before{content:"A";color:rgb(1,2,3)}'
  // The server and the browser each fetch this style sheet.
  const server = createServer((_, response) => response.setHeader('content-type', 'text/css').end(css))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  const sheet = `http://localhost:${typeof address === 'object' && address ? address.port : 0}/font.css`
  await changeSetting(db, request, 'iconfontUrl', sheet)
  try {
    await signIn('admin')
    await openDrawer(page)
    const picker = page.getByRole('button', { name: t('layout_menuDefaultIcon') })
    await picker.click()
    await page.getByRole('tab', { name: 'Iconfont' }).click()
    await page.getByRole('option', { name: 'myfont icon-a' }).click()
    await expect(picker).toContainText('myfont icon-a')
    const glyph = picker.locator('i.myfont.icon-a')
    await expect
      .poll(() => glyph.evaluate((element) => getComputedStyle(element, '::before').color))
      .toBe('rgb(1, 2, 3)')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
