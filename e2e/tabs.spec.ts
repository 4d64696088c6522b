import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { generateNKeysBetween } from 'fractional-indexing'
import { organization } from '#src/db/organization.table.server.ts'
import { addOfficer } from '../tests/support/officer.ts'
import {
  arranged,
  escapeFrom,
  expect,
  fillSignIn,
  leaveProduct,
  standStill,
  test,
  untilAlive,
} from './support/fixtures.ts'
import { choose, panel, tab, titles, visit } from './support/tabs.ts'
import { topKeys } from './support/top-keys.ts'

const orgs = '/admin/baseInfo/organization'
const mine = `${orgs}?quickSearch=TABS-`

const dialog = (page: Page) => page.getByRole('dialog')
const grid = (page: Page) => page.getByRole('treegrid').locator('..')

/** Goes from the organizations to the dashboard and back, so that both have a tab. */
async function openBoth(page: Page) {
  await visit(page, '控制台')
  await visit(page, '机构')
  await expect(page.getByRole('tab')).toHaveCount(2)
}

/** Starts to edit a row and leaves unsaved content in its form. */
async function editUnsaved(page: Page, row: string, contact: string) {
  await page.getByRole('button', { name: `编辑 ${row}`, exact: true }).click()
  // A form takes the focus when it opens. Text typed before that would lose the focus again.
  await expect(dialog(page).locator('form :focus')).toBeVisible()
  await dialog(page).getByLabel('联系人').fill(contact)
}

/** Goes back to the dashboard and waits until it is on screen. */
async function goBack(page: Page) {
  await page.goBack()
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(panel(page, '控制台')).toBeVisible()
}

const branch = arranged(async ({ db }) => {
  // One organization branch for this file. It stays closed, so other tests do not see its rows.
  const [sortKey = ''] = await topKeys(db, 1)
  const top = { code: 'TABS-TOP', name: 'Tabs', type: 'school', sortKey }
  const [parent] = await db.insert(organization).values(top).returning({ id: organization.id })
  const keys = generateNKeysBetween(null, null, 20)
  const rows = keys.map((sortKey, i) => ({ code: `TABS-${i}`, name: `Branch ${i}`, type: 'school', sortKey }))
  await db.insert(organization).values(rows.map((row) => ({ ...row, pid: parent?.id ?? null })))
})

test.beforeEach(({ ground }) => branch(ground))

test('a page comes back as it was left: filter, scroll, selection, and a half-filled form', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await signIn('admin', 'admin', mine)
  await openBoth(page)
  await grid(page).evaluate((element) => element.scrollTo(0, 200))
  await page.getByRole('checkbox', { name: /Branch 9/ }).check()

  await visit(page, '控制台')
  await expect(page.getByRole('treegrid')).toBeHidden()
  await visit(page, '机构')
  await expect(page).toHaveURL(mine)
  await expect(page.getByRole('checkbox', { name: /Branch 9/ })).toBeChecked()
  await expect.poll(() => grid(page).evaluate((element) => element.scrollTop)).toBe(200)

  await editUnsaved(page, 'Branch 9', '只写了一半')
  await goBack(page)
  await expect(page).toHaveTitle(/^控制台/)
  await expect(dialog(page)).toHaveCount(0)
  // Nothing of the dialog covers the page: it takes clicks, and the keyboard reaches it.
  await page.getByRole('heading', { level: 1 }).click({ trial: true })
  await expect(page.locator('#main')).toBeFocused()

  await page.goForward()
  await expect(dialog(page).getByLabel('联系人')).toHaveValue('只写了一半')
  await expect(dialog(page).getByLabel('联系人')).toBeFocused()
  await page.keyboard.type('！')
  await expect(dialog(page).getByLabel('联系人')).toHaveValue('只写了一半！')
})

test('the same path takes the new query, in the same tab', async ({ page, open, signIn }) => {
  await signIn('admin', 'admin', mine)
  await openBoth(page)
  await open(`${orgs}?quickSearch=TABS-1`)
  await expect.poll(() => titles(page)).toEqual(['机构', '控制台'])
  await tab(page, '控制台').click()
  await expect(panel(page, '控制台')).toBeVisible()
  await expect(page).toHaveURL('/admin/dashboard')
  await tab(page, '机构').click()
  await expect(panel(page, '机构')).toBeVisible()
  await expect(page).toHaveURL(`${orgs}?quickSearch=TABS-1`)
})

test('tabs come back after a reload, in their order, each where it was', async ({ page, reload, signIn }) => {
  await signIn('admin', 'admin', mine)
  await openBoth(page)
  await tab(page, '机构').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => titles(page)).toEqual(['控制台', '机构'])
  await expect(tab(page, '机构')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(tab(page, '控制台')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(panel(page, '控制台')).toBeVisible()
  await expect(tab(page, '控制台')).toBeFocused()
  await reload()
  await expect.poll(() => titles(page)).toEqual(['控制台', '机构'])
  await expect(tab(page, '控制台')).toHaveAttribute('aria-selected', 'true')
  await tab(page, '机构').click()
  await expect(page).toHaveURL(mine)
})

test('of more tabs than there is room for, the open one is in sight, wherever one came from', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 })
  await signIn('admin', 'admin', '/admin/dashboard')
  const names = ['机构', '学科', '学段', '学年级别', '考试方案']
  for (const name of names) {
    await visit(page, name)
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    await expect(tab(page, name)).toBeInViewport({ ratio: 1 })
  }
  await expect(tab(page, '控制台')).not.toBeInViewport()
  await visit(page, '控制台')
  await expect(tab(page, '控制台')).toBeInViewport({ ratio: 1 })
  await expect(tab(page, '考试方案')).not.toBeInViewport({ ratio: 1 })
  await page.goBack()
  await expect(tab(page, '考试方案')).toBeInViewport({ ratio: 1 })
})

test('the page that the server sent is the one that comes alive: nothing is made anew', async ({
  page,
  reload,
  signIn,
}) => {
  await signIn('admin', 'admin', mine)
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const panel = document.querySelector('[role=tabpanel] h1')
      if (!panel) return
      Object.assign(window, { firstPanel: panel })
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await reload()
  await expect(page.getByRole('tab')).toHaveCount(1)
  const same = () =>
    page.evaluate(() => Reflect.get(window, 'firstPanel') === document.querySelector('[role=tabpanel] h1'))
  expect(await same()).toBe(true)
  await openBoth(page)
  expect(await same()).toBe(true)
})

test('closing: cross, middle button, others and all; the last tab follows the active one', async ({ page, signIn }) => {
  await signIn('admin', 'admin', mine)
  await openBoth(page)
  await page.locator('[data-path$=organization] [data-close]').click()
  await expect(page).toHaveURL('/admin/dashboard')
  await expect.poll(() => titles(page)).toEqual(['控制台'])
  await expect(page.locator('[data-close]')).toHaveCount(0)

  // The page opens fresh: no filter, no scroll position.
  await visit(page, '机构')
  await expect(page).toHaveURL(orgs)
  await expect.poll(() => titles(page)).toEqual(['控制台', '机构'])
  await tab(page, '控制台').click({ button: 'middle' })
  await expect.poll(() => titles(page)).toEqual(['机构'])
  await expect(page).toHaveURL(orgs)

  await visit(page, '控制台')
  await expect.poll(() => titles(page)).toEqual(['机构', '控制台'])
  await tab(page, '机构').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: '重新加载' })).toHaveAttribute('aria-disabled', 'true')
  await standStill(page)
  expect((await new AxeBuilder({ page }).include('[role=menu]').analyze()).violations).toEqual([])
  await choose(page, '关闭其他标签')
  await expect(page).toHaveURL(orgs)
  await expect.poll(() => titles(page)).toEqual(['机构'])

  await page.getByRole('button', { name: '标签页操作' }).click()
  await expect(page.getByRole('menuitem', { name: '关闭全部标签' })).toHaveAttribute('aria-disabled', 'true')
  await escapeFrom(page.getByRole('menu'))
  await visit(page, '控制台')
  await visit(page, '机构')
  await expect.poll(() => titles(page)).toEqual(['机构', '控制台'])
  await page.getByRole('button', { name: '标签页操作' }).click()
  await choose(page, '关闭全部标签')
  // The tab of the first menu entry stays.
  await expect(page).toHaveURL('/admin/dashboard')
  await expect.poll(() => titles(page)).toEqual(['控制台'])
})

test('reloading a tab brings a fresh page with fresh data', async ({ page, db, signIn }) => {
  await signIn('admin', 'admin', `${orgs}?quickSearch=TABS-7`)
  await page.getByRole('checkbox', { name: /Branch 7/ }).check()
  await db.update(organization).set({ contact: '新来的人' }).where(eq(organization.code, 'TABS-7'))
  await tab(page, '机构').focus()
  await page.keyboard.press('Shift+F10')
  await choose(page, '重新加载')
  await expect(page.getByRole('row').filter({ hasText: 'TABS-7' })).toContainText('新来的人')
  await expect(page.getByRole('checkbox', { name: /Branch 7/ })).not.toBeChecked()
  await expect(tab(page, '机构')).toBeFocused()
})

test('full screen: no menu and no bars; the way out is at the top edge, and by Escape', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', 'admin', mine)
  await openBoth(page)
  await tab(page, '控制台').click({ button: 'right' })
  await choose(page, '当前标签全屏')
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.locator('aside')).toHaveCount(0)
  await expect(page.getByRole('tablist')).toHaveCount(0)
  await expectAccessible()
  const out = page.getByRole('button', { name: '退出全屏' })
  await page.mouse.move(400, 300)
  await expect(out).not.toBeInViewport()
  await page.mouse.move(640, 2)
  await expect(out).toBeInViewport()
  await out.click()
  await expect(tab(page, '控制台')).toBeVisible()
  await tab(page, '机构').click({ button: 'right' })
  await choose(page, '当前标签全屏')
  await expect(page.getByRole('tablist')).toHaveCount(0)
  // The tab bar is gone, so the focus moves to the main area. From then on Escape works.
  await expect(page.locator('#main')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tab(page, '机构')).toHaveAttribute('aria-selected', 'true')
})

test('unsaved content is asked about before its tab closes, from behind too; leaving it for another tab asks nothing', async ({
  page,
  signIn,
}) => {
  await signIn('admin', 'admin', mine)
  await openBoth(page)
  await editUnsaved(page, 'Branch 3', '还没保存')
  await goBack(page)
  const question = page.getByRole('alertdialog')
  await tab(page, '机构').click({ button: 'middle' })
  await expect(question.getByText('以下页面有未保存的内容，继续就会丢失：机构。')).toBeVisible()
  await question.getByRole('button', { name: '取消' }).click()
  await expect(question).toHaveCount(0)
  await expect.poll(() => titles(page)).toEqual(['机构', '控制台'])
  await page.goForward()
  await expect(dialog(page).getByLabel('联系人')).toHaveValue('还没保存')
  await goBack(page)
  await tab(page, '机构').click({ button: 'middle' })
  await question.getByRole('button', { name: '放弃修改' }).click()
  await expect.poll(() => titles(page)).toEqual(['控制台'])
  // The dropped content does not come back as a draft.
  await page.goto(`${orgs}?quickSearch=TABS-3`)
  await untilAlive(page)
  await page.getByRole('button', { name: '编辑 Branch 3', exact: true }).click()
  await expect(dialog(page).getByLabel('联系人')).toHaveValue('')
})

test('signing out asks about what is unsaved in other tabs, and only then goes', async ({ page, signIn }) => {
  await signIn('admin', 'admin', mine)
  await openBoth(page)
  await editUnsaved(page, 'Branch 5', '还没保存')
  await goBack(page)
  const signOut = async () => {
    await page.getByRole('button', { name: 'admin' }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
  }
  await signOut()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: '取消' }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL('/admin/dashboard')
  await signOut()
  await question.getByRole('button', { name: '放弃修改' }).click()
  await expect(page).toHaveURL(/login/)
})

test('what is typed survives that another window signs out, or somebody else in, and both are told', async ({
  page,
  db,
  signIn,
  context,
}) => {
  await addOfficer({ db }, { username: 'tabs_next', nodes: ['dashboard'], scope: 'all' })
  await signIn('admin', 'admin', mine)
  await editUnsaved(page, 'Branch 5', '还没保存')
  const other = await context.newPage()
  await other.goto('/admin/dashboard')
  await untilAlive(other)
  await other.getByRole('button', { name: 'admin' }).click()
  await other.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(other).toHaveURL(/login/)
  await expect(page.getByText('您已在另一个窗口退出登录。保存前请先重新登录。')).toBeVisible()
  await fillSignIn(other, 'admin', 'tabs_next')
  await expect(other).toHaveURL(/dashboard/)
  await expect(page.getByText('tabs_next 已在另一个窗口登录。请先复制未保存的内容，再重新加载本页。')).toBeVisible()
  await expect(dialog(page).getByLabel('联系人')).toHaveValue('还没保存')
})

test('two people do not share tabs', async ({ page, db, signIn }) => {
  const nodes = ['dashboard', 'baseInfo/organization/index'] as const
  await addOfficer({ db }, { username: 'tabs_one', nodes: [...nodes], scope: 'all' })
  await addOfficer({ db }, { username: 'tabs_two', nodes: [...nodes], scope: 'all' })
  await signIn('admin', 'tabs_one', mine)
  await openBoth(page)
  await expect.poll(() => titles(page)).toEqual(['机构', '控制台'])
  // The session ends, and another user signs in.
  await leaveProduct(page)
  await page.context().clearCookies({ name: 'ys_admin' })
  await signIn('admin', 'tabs_two', '/admin/dashboard')
  await expect.poll(() => titles(page)).toEqual(['控制台'])
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(kept).not.toContain('TABS-')
  // Signing out removes the stored tabs too.
  await page.getByRole('button', { name: 'tabs_two' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/login/)
  expect(await page.evaluate(() => localStorage.getItem('ys_tabConfig'))).toBeNull()
})
