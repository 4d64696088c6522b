import type { Page } from '@playwright/test'
import { addOfficer } from '../tests/support/officer.ts'
import { escapeFrom, expect, expectKeys, leaveProduct, putSession, speak, test } from './support/fixtures.ts'
import { panel } from './support/tabs.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')
const shell = (page: Page) => page.locator('.shell')
const drawer = (page: Page) => page.getByRole('dialog', { name: m('layout_title') })
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** Chooses an entry of the menu of tools in the top bar. */
async function choose(page: Page, entry: Parameters<typeof m>[0]) {
  await page
    .getByRole('banner')
    .getByRole('button', { name: m('shell_more') })
    .click()
  await page.getByRole('menuitem', { name: m(entry) }).click()
}

async function openDrawer(page: Page) {
  await choose(page, 'layout_title')
  await expect(drawer(page)).toBeVisible()
}

/** Returns the HTML that the server sends to this visitor, before any script runs. */
async function served(page: Page, path = '/admin/dashboard'): Promise<string> {
  const answer = await page.request.get(path)
  expect(answer.status()).toBe(200)
  return answer.text()
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('everything in the layout drawer holds over a reload, is painted by the server, and can be taken back', async ({
  page,
  reload,
  signIn,
}) => {
  await signIn('admin', 'admin', '/admin/dashboard')
  await openDrawer(page)
  const panel = drawer(page)
  const colours: [Parameters<typeof m>[0], string, string][] = [
    ['layout_menuBackground', '#102a43', '--menu'],
    ['layout_menuColor', '#d9e2ec', '--menu-ink'],
    ['layout_menuActiveBackground', '#243b53', '--menu-active'],
    ['layout_menuActiveColor', '#f0b429', '--menu-mark'],
    ['layout_menuTopBarBackground', '#0b1f33', '--menu-bar'],
    ['layout_headerBarBackground', '#243b53', '--bar'],
    ['layout_headerBarTabColor', '#ffffff', '--bar-ink'],
    ['layout_headerBarHoverBackground', '#334e68', '--bar-hover'],
    ['layout_headerBarTabActiveBackground', '#486581', '--tab-active'],
    ['layout_headerBarTabActiveColor', '#fffbea', '--tab-active-ink'],
  ]
  await panel.getByText(m('layout_advanced')).click()
  await panel.getByText(m('layout_isDark')).click()
  // The colours set from here on belong to the dark theme.
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  for (const [label, colour] of colours) await panel.getByRole('textbox', { name: m(label), exact: true }).fill(colour)
  await panel.getByRole('spinbutton', { name: m('layout_menuWidth') }).fill('330')
  await panel.getByText(m('layout_menuShowTopBar')).click()
  await panel.getByText(m('layout_menuUniqueOpened')).click()
  await panel.getByRole('combobox').click()
  await page.getByRole('option', { name: m('layout_fadeIn'), exact: true }).click()
  await panel.getByText(m('layout_classic'), { exact: true }).click()
  await panel.getByRole('button', { name: new RegExp(`^${m('layout_menuDefaultIcon')}`) }).click()
  await page.getByRole('tab', { name: 'Element Plus' }).click()
  await page.getByRole('option', { name: 'el-icon-AddLocation' }).click()
  await expect(page.getByRole('option')).toHaveCount(0)

  // The server's HTML already contains all of this. No script has to run first.
  const html = await served(page)
  expect(html).toContain(m('dashboard_lastSignIn'))
  expect(html).toContain('data-theme="dark"')
  expect(html).toContain('data-layout="Classic"')
  expect(html).toMatch(/<aside[^>]*style="width:330px"/)
  for (const [, colour, name] of colours) expect(html).toMatch(new RegExp(`${name}:light-dark\\(#\\w{6}, ${colour}\\)`))
  const main = page.getByRole('navigation', { name: m('shell_mainMenu') })
  const directory = main.getByRole('button', { name: m('menu_baseInfo') })
  await reload()
  // The menu opens one directory at a time, and the current page is in none.
  await expect(directory).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('complementary').getByRole('link', { name: '量尺测评' })).toHaveCount(0)
  await expect(page.getByRole('complementary')).toHaveCSS('width', '330px')
  await openDrawer(page)
  await panel.getByText(m('layout_advanced')).click()
  for (const [label, colour] of colours)
    await expect(panel.getByRole('textbox', { name: m(label), exact: true })).toHaveValue(colour)
  await expect(panel.getByRole('spinbutton')).toHaveValue('330')
  await expect(panel.getByRole('combobox')).toHaveText(m('layout_fadeIn'))
  await expect(panel.getByRole('radio', { name: m('layout_classic') })).toBeChecked()
  await expect(panel.getByRole('button', { name: /el-icon-AddLocation/ })).toBeVisible()

  await panel.getByText(m('layout_menuCollapse')).click()
  await expect(page.locator('aside')).toHaveCSS('width', '64px')
  await expect.poll(() => served(page)).toMatch(/<aside[^>]*style="width:64px"/)
  await panel.getByRole('button', { name: m('layout_restore') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: m('layout_restore') })
    .click()
  await expect(page.getByText(m('layout_restored'))).toBeVisible()
  await expect(shell(page)).toHaveAttribute('data-layout', 'Default')
  await expect.poll(() => served(page)).toContain('data-theme="system"')
  const restored = await served(page)
  expect(restored).toMatch(/<aside[^>]*style="width:260px"/)
  expect(restored).toContain('--menu-mark:light-dark(#409eff, #3375b9)')
})

test('a cookie of somebody else’s making reaches neither styles nor markup', async ({ page, signIn, baseURL }) => {
  await signIn('admin', 'admin', '/admin/dashboard')
  const own = (await page.context().cookies(baseURL)).map(({ name, value }) => `${name}=${value}`)
  const evil = 'ys_layout=m1~A"></style><script>x</script>~Bff0000/**/url(//e)~w99999~iurl(x)'
  const answer = await page.request.get('/admin/dashboard', { headers: { cookie: [evil, ...own].join('; ') } })
  const html = await answer.text()
  expect(html).toContain('data-layout="Classic"')
  expect(html).not.toMatch(/<script>x|url\(\/\/e|99999|url\(x\)/)
  expect(html).toMatch(/<aside[^>]*style="width:260px"/)
})

test('four layouts: where menu, tabs and tools lie', async ({ page, signIn }) => {
  await signIn('admin', 'admin', '/admin/baseInfo/organization')
  const aside = page.getByRole('complementary')
  const tabs = page.getByRole('tablist', { name: m('tabs_bar') })
  const main = page.getByRole('navigation', { name: m('shell_mainMenu') })
  const choose = async (name: Parameters<typeof m>[0]) => {
    await openDrawer(page)
    await drawer(page).getByText(m(name), { exact: true }).click()
    await escapeFrom(drawer(page))
  }
  const expectBox = (box: Record<string, number>) =>
    expect
      .poll(async () => await aside.evaluate((element) => element.getBoundingClientRect().toJSON()))
      .toMatchObject(box)

  await expect(tabs).toBeVisible()
  await expectBox({ left: 12, top: 12, width: 260, height: 876 })

  await choose('layout_classic')
  await expect(tabs).toBeVisible()
  await expectBox({ left: 0, top: 0, width: 260, height: 900 })

  await choose('layout_streamline')
  await main.getByRole('button', { name: m('menu_baseInfo') }).click()
  await expect(page.getByRole('menuitem', { name: m('menu_organization') })).toBeVisible()
  await escapeFrom(page.getByRole('menu'))
  // Checked only after the drawer has closed: an open drawer hides everything behind it from role queries.
  await expect(aside).toHaveCount(0)
  await expect(tabs).toHaveCount(0)

  await choose('layout_double')
  await expect(
    page.getByRole('navigation', { name: m('shell_subMenu') }).getByRole('link', { name: m('menu_organization') }),
  ).toHaveAttribute('aria-current', 'page')
  await expect(tabs).toHaveCount(0)
  await main.getByRole('link', { name: m('menu_dashboard') }).click()
  await expect(panel(page, m('menu_dashboard'))).toBeVisible()
  await expect(page).toHaveURL('/admin/dashboard')
  await main.getByRole('link', { name: m('menu_baseInfo') }).click()
  await expect(panel(page, m('menu_organization'))).toBeVisible()
  await expect(page).toHaveURL('/admin/baseInfo/organization')
})

test('the menu folds by keyboard, and its directories fly out', async ({ page, signIn }) => {
  await signIn('admin', 'admin', '/admin/dashboard')
  await page.getByRole('button', { name: m('shell_collapseMenu') }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: m('shell_expandMenu') })).toBeFocused()
  await page.getByRole('button', { name: m('menu_baseInfo') }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('menuitem', { name: m('menu_organization') })).toHaveAttribute('data-highlighted')
  await expectKeys(page.getByRole('menu'))
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/baseInfo/organization')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

for (const width of [360, 1024]) {
  test(`at ${width} px everything is reachable and nothing is cut off`, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn('admin', 'admin', '/admin/baseInfo/organization')
    await expect(panel(page, m('menu_organization'))).toBeVisible()
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    if (width < 1024) {
      await page.getByRole('button', { name: m('shell_openMenu') }).click()
      const menu = page.getByRole('dialog', { name: m('shell_mainMenu') })
      await menu.getByRole('link', { name: m('menu_dashboard') }).click()
      await expect(page).toHaveURL('/admin/dashboard')
      await expect(menu).toHaveCount(0)
      await expect(panel(page, m('menu_dashboard'))).toBeVisible()
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    } else {
      await expect(page.getByRole('button', { name: m('palette_open') })).toBeVisible()
      await expect(page.getByRole('button', { name: m('job_open') })).toBeVisible()
    }
    await choose(page, 'shell_clearServerCache')
    await expect(page.getByText(m('success_cacheCleared'))).toBeVisible()
    const small = await page.locator(':is(aside, header) :is(button, a[href]):visible').evaluateAll((all) =>
      all.flatMap((one) => {
        const { width, height } = one.getBoundingClientRect()
        return width > 1 && (width < 24 || height < 24) && getComputedStyle(one).display !== 'inline'
          ? [`${one.getAttribute('aria-label') ?? one.textContent} ${width}x${height}`]
          : []
      }),
    )
    expect(small, 'targets of less than 24 px').toEqual([])
  })
}

test('a window that becomes narrow and wide again gets its layout back', async ({ page, open, signIn }) => {
  await signIn('admin', 'admin', '/admin/dashboard')
  await openDrawer(page)
  await drawer(page).getByText(m('layout_streamline'), { exact: true }).click()
  await escapeFrom(drawer(page))
  await expect(shell(page)).toHaveAttribute('data-layout', 'Streamline')
  await page.setViewportSize({ width: 800, height: 900 })
  await expect(shell(page)).toHaveAttribute('data-layout', 'Classic')
  await open('/admin/dashboard')
  await expect(shell(page)).toHaveAttribute('data-layout', 'Classic')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(shell(page)).toHaveAttribute('data-layout', 'Streamline')
})

test('a printed page is the page, without the shell around it, and dark on white', async ({
  page,
  open,
  signIn,
  baseURL,
}) => {
  await page.context().addCookies([{ name: 'ys_theme', value: 'dark', url: baseURL ?? '' }])
  await signIn('admin', 'admin', '/admin/dashboard')
  for (const role of ['complementary', 'banner'] as const) await expect(page.getByRole(role)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
  await expect(page.getByRole('link', { name: m('shell_skip') })).toHaveCount(0)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.locator('main').evaluate((main) => main.getBoundingClientRect().left)).toBe(0)
  await open('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
})

test('caches are emptied by super admins; the browser’s takes the layout along and leaves the person signed in', async ({
  page,
  open,
  signIn,
}) => {
  await signIn('admin', 'admin', '/admin/dashboard')
  await page.getByRole('button', { name: m('shell_collapseMenu') }).click()
  await expect(page.getByRole('button', { name: m('shell_expandMenu') })).toBeVisible()
  await choose(page, 'shell_clearBrowserCache')
  await expect(page.getByText(m('cache_browserCleared'))).toBeVisible()
  await expect(page.getByRole('button', { name: m('shell_collapseMenu') })).toBeVisible()
  await open('/admin/dashboard')
  await expect(page).toHaveURL('/admin/dashboard')
})

test('the skip link leads past the menu', async ({ page, open, signIn }) => {
  await signIn('admin', 'admin', '/admin/dashboard')
  await open('/admin/dashboard')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: m('shell_skip') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('the account menu leads to oneself, and there sign-ins from elsewhere can be ended', async ({
  page,
  ground,
  db,
  browser,
  baseURL,
  signIn,
  expectAccessible,
}) => {
  await addOfficer({ db }, { username: 'two_desks', nodes: ['dashboard'], scope: 'all' })
  const elsewhere = await browser.newContext({ baseURL, userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0' })
  const other = await elsewhere.newPage()
  await putSession(other, ground, 'admin', 'two_desks')
  await other.goto('/admin/dashboard')
  await expect(other.locator('#main')).toBeVisible()
  await leaveProduct(other)
  await signIn('admin', 'two_desks', '/admin/dashboard')
  await page.getByRole('button', { name: 'two_desks' }).click()
  await page.getByRole('menuitem', { name: m('shell_profile') }).click()
  await expect(page).toHaveURL('/admin/routine/adminInfo')
  await expect(page.getByRole('tab', { name: m('pagesTitle_profile') })).toHaveAttribute('aria-selected', 'true')
  const signIns = page.getByRole('region', { name: m('signIns_title') }).getByRole('listitem')
  await expect(signIns).toHaveCount(2)
  await expect(signIns.filter({ hasText: m('signIns_current') })).not.toContainText('Firefox')
  await expectAccessible()
  await signIns.filter({ hasText: 'Firefox · Windows' }).getByRole('button').click()
  // The message shows only briefly. It may disappear before the list has refreshed, so check it first.
  await expect(page.getByText(m('success_sessionsEnded', { count: 1 }))).toBeVisible()
  await expect(signIns).toHaveCount(1)
  await other.goto('/admin/dashboard')
  await expect(other).toHaveURL(/\/admin\/login/)
  await elsewhere.close()
})

test('in a narrow window the page about oneself has its name in the top bar, and the menu of tools leaves nothing half hidden', async ({
  page,
  open,
  signIn,
  expectAccessible,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('admin', 'admin', '/admin/dashboard')
  await speak(page, 'en', baseURL)
  const en = wordsOf('en')
  await open('/admin/routine/adminInfo')
  await expect(page.getByRole('banner').getByText(en('shell_profile')).first()).toBeVisible()
  await page.getByRole('button', { name: en('shell_more') }).click()
  await expect(page.getByRole('menuitem', { name: en('layout_title') })).toBeVisible()
  await expectAccessible()
})
