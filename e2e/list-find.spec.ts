import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { role } from '#src/db/identity.table.server.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { expect, test } from './support/fixtures.ts'
import { makeRooms } from './support/rooms.ts'

// Viewing a list: pages, order, search, conditions, views, columns. list-work.spec.ts tests work on its rows.

// Each test has its own list in its initial state.
let rooms: Awaited<ReturnType<typeof makeRooms>>
let made = 0
test.beforeEach(async ({ ground }) => {
  made += 1
  rooms = await makeRooms(ground, `find-room-${made}`, 45)
})

const search = (page: Page) => page.getByPlaceholder('名称', { exact: true })
const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const grid = (page: Page) => page.getByRole('grid', { name: '考场' })
const panel = (page: Page) => page.getByRole('form', { name: '筛选' })
const found = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

/** Expects these rooms on screen, from top to bottom. */
async function expectNames(page: Page, ...numbers: number[]) {
  const names = numbers.map((number) => `考场 ${String(number).padStart(2, '0')}`)
  await expect(grid(page).getByRole('rowheader')).toHaveText(names)
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

test('pages, their size, and one long list; all of it in the URL', async ({ page, open, reload, signIn }) => {
  await signIn('admin', 'admin', rooms.path)
  await found(page, '共 45 条')
  await expectNames(page, ...range(1, 20))
  await page.getByRole('button', { name: '下一页' }).click()
  await expectNames(page, ...range(21, 40))
  await found(page, '第 21–40 条')
  await page.getByRole('button', { name: '第 3 页' }).click()
  await expectNames(page, ...range(41, 45))
  await expect(page.getByRole('button', { name: '下一页' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page).toHaveURL(/page=3/)
  await reload()
  await expectNames(page, ...range(41, 45))
  await page.getByLabel('每页').selectOption('10')
  await expectNames(page, ...range(1, 10))
  await expect(page).toHaveURL(/\?limit=10$/)
  await page.goBack()
  await expectNames(page, ...range(41, 45))
  // An old link to a page behind the end leads to the last page.
  await open(`${rooms.path}?limit=10&page=9000`)
  await expectNames(page, ...range(41, 45))
  await expect(page).toHaveURL(/page=5&limit=10|limit=10&page=5/)
  await page.getByRole('button', { name: '连续滚动' }).click()
  await expect(page).toHaveURL(/mode=scroll/)
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '46')
  await grid(page).getByText('考场 01').click()
  await expect(grid(page).getByText('考场 45')).not.toBeInViewport()
  await page.keyboard.press('Control+End')
  await expect(grid(page).getByText('考场 45')).toBeInViewport()
})

test('one order after another, with the pointer and the keyboard', async ({ page, signIn }) => {
  await signIn('admin', 'admin', `${rooms.path}?limit=10`)
  await head(page, '座位数').getByRole('button').click()
  await expect(head(page, '座位数')).toHaveAttribute('aria-sort', 'ascending')
  await head(page, '座位数').getByRole('button').click()
  await expectNames(page, ...range(36, 45).reverse())
  await head(page, '名称')
    .getByRole('button')
    .click({ modifiers: ['Shift'] })
  await expect(page).toHaveURL(/order=-seats(\+|%20)name/)
  await expect(head(page, '名称')).toContainText('2')
  await head(page, '名称').getByRole('button').click()
  await expect(head(page, '座位数')).not.toHaveAttribute('aria-sort')
  await expect(page).toHaveURL(/order=-name/)
  await head(page, '建成日期').getByRole('button').focus()
  await expect(head(page, '建成日期').getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(head(page, '建成日期')).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/order=builtOn/)
  await page.keyboard.press('Enter')
  await expectNames(page, ...range(1, 10))
})

test('the quick search follows typing, marks what it found and can be taken away', async ({ page, signIn }) => {
  await signIn('admin', 'admin', `${rooms.path}?page=2`)
  // A row must contain every word of the search.
  await search(page).fill('3 场')
  await found(page, '找到 14 条')
  await expectNames(page, 3, 13, 23, ...range(30, 39), 43)
  await expect(grid(page).locator('mark').first()).toHaveText('场')
  await expect(page).toHaveURL((url) => url.searchParams.get('quickSearch') === '3 场' && !url.searchParams.has('page'))
  await search(page).fill('没有')
  await found(page, '没有符合条件的记录')
  await page.getByRole('button', { name: '清除条件' }).click()
  await found(page, '共 45 条')
  await expect(search(page)).toHaveValue('')
})

test('conditions: all or any of them, groups, operators and values of the moment', async ({ page, reload, signIn }) => {
  await signIn('admin', 'admin', rooms.path)
  await page.getByRole('button', { name: '筛选' }).click()
  const field = (at: number) => panel(page).getByLabel('字段').nth(at)
  const operator = (at: number) => panel(page).getByLabel('比较方式').nth(at)
  const choose = async (at: number, name: string) => {
    await field(at).fill(name)
    await page.getByRole('option', { name, exact: true }).click()
  }
  await expect(field(0)).toBeFocused()
  await choose(0, '座位数')
  await operator(0).selectOption('在范围内')
  await panel(page).getByLabel('座位数：从').fill('10')
  await panel(page).getByLabel('座位数：到').fill('30')
  await found(page, '找到 21 条')
  await panel(page).getByRole('button', { name: '添加条件', exact: true }).click()
  await choose(1, '类型')
  await panel(page).getByRole('combobox', { name: '类型' }).click()
  await page.getByRole('option', { name: '口试' }).click()
  await page.keyboard.press('Escape')
  await found(page, '找到 7 条')
  await panel(page).getByLabel('条件之间的关系').selectOption('满足任一条件')
  await found(page, '找到 29 条')
  await panel(page).getByRole('button', { name: '添加条件组' }).click()
  await expect(field(2)).toHaveValue('名称')
  await operator(2).selectOption('等于')
  await panel(page).getByLabel('名称', { exact: true }).fill('考场 03')
  await found(page, '找到 30 条')
  await reload()
  await found(page, '找到 30 条')
  await expect(page.getByRole('list', { name: '已设条件' })).toContainText('考场 03')
  await page.getByRole('button', { name: '筛选：3 个条件' }).click()
  await panel(page).getByRole('button', { name: '重置' }).click()
  await found(page, '共 45 条')
  await expect(page).not.toHaveURL(/filter=/)
  await choose(0, '建成日期')
  await operator(0).selectOption('在范围内')
  await panel(page).getByLabel('建成日期：取值方式').selectOption('最近 7 天')
  await found(page, '找到 6 条')
  await panel(page).getByLabel('建成日期：取值方式').press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await page.getByRole('button', { name: /^移除 建成日期/ }).click()
  await found(page, '共 45 条')
})

test('views: saved, brought up again, shared with a role, and the one to begin with', async ({
  page,
  db,
  open,
  reload,
  signIn,
}) => {
  await addOfficer({ db }, { username: 'viewer', nodes: [], scope: 'all' })
  const [shared] = await db.select({ id: role.id }).from(role).where(eq(role.name, 'role of viewer'))
  expect(shared).toBeDefined()
  await signIn('admin', 'admin', `${rooms.path}?limit=10&order=-seats&quickSearch=场`)
  const views = page.getByRole('dialog', { name: '保存的视图' })
  const openViews = () => page.getByRole('button', { name: /视图/ }).first().click()
  await openViews()
  await views.getByRole('button', { name: '另存为视图' }).click()
  const form = page.getByRole('dialog', { name: '另存为视图' })
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('必填')).toBeVisible()
  await form.getByLabel('视图名称').fill('大考场')
  await form.getByRole('combobox', { name: '共享给角色' }).click()
  await page.getByRole('option', { name: 'role of viewer' }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('button', { name: '视图：大考场' })).toBeVisible()
  await expect(page).toHaveURL(/view=\d+/)
  await openViews()
  await views.getByRole('button', { name: '默认打开 大考场' }).click()
  await expect(views.getByRole('button', { name: '不再默认打开 大考场' })).toBeVisible()
  // "All records" is an explicit choice. The default view does not return, not even after a reload.
  await views.getByRole('button', { name: '全部记录' }).click()
  await expectNames(page, ...range(1, 20))
  await reload()
  await expectNames(page, ...range(1, 20))
  await open(rooms.path)
  await expectNames(page, ...range(36, 45).reverse())
  await expect(search(page)).toHaveValue('场')
  await page.getByLabel('每页').selectOption('50')
  await expect(page.getByRole('img', { name: '已修改' })).toBeVisible()
  await openViews()
  await views.getByRole('button', { name: '保存到 大考场' }).click()
  await expect(page.getByText('已保存到视图 大考场')).toBeVisible()
  await expect(page.getByRole('img', { name: '已修改' })).toHaveCount(0)
})

test('columns: shown, moved by keyboard, pinned, sized; there from the first paint on and taken back', async ({
  page,
  context,
  browser,
  baseURL,
  reload,
  signIn,
}) => {
  await signIn('admin', 'admin', `${rooms.path}?view=0`)
  const settings = page.getByRole('dialog', { name: '显示设置' })
  const shown = () => grid(page).getByRole('columnheader').allTextContents()
  await page.getByRole('button', { name: '显示设置' }).click()
  await settings.getByRole('checkbox', { name: '备注' }).check()
  await expect(head(page, '备注')).toBeVisible()
  await settings.getByRole('checkbox', { name: '租金' }).uncheck()
  await expect(head(page, '租金')).toHaveCount(0)
  const handle = settings.getByRole('button', { name: '移动 类型' })
  await handle.focus()
  await expect(handle).toBeFocused()
  await page.keyboard.press('Space')
  await expect(settings.getByText(/^已拿起 类型，第 3 位/)).toBeAttached()
  for (const key of ['ArrowUp', 'Space']) await page.keyboard.press(key)
  await expect.poll(async () => (await shown()).join()).toMatch(/名称.*类型.*座位数/)
  await settings.getByRole('button', { name: '固定 类型' }).click()
  await settings.getByLabel('类型：列宽').fill('200')
  await settings.getByText('紧凑').click()
  await expect(grid(page).getByRole('row').nth(1)).toHaveCSS('height', '32px')
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
  await expect(page.getByRole('button', { name: '显示设置' })).toBeFocused()
  await reload()
  await expect(head(page, '备注')).toBeVisible()
  await expect.poll(async () => (await shown()).join()).toMatch(/类型.*座位数/)
  expect((await head(page, '类型').boundingBox())?.width).toBeCloseTo(200, 0)
  // The server's HTML must be correct already. With scripts disabled, nothing can correct it later.
  const storageState = await context.storageState()
  const still = await browser.newContext({ baseURL, storageState, javaScriptEnabled: false })
  const drawn = await still.newPage()
  await drawn.goto(`${rooms.path}?view=0`)
  await expect(head(drawn, '备注')).toBeVisible()
  await expect(head(drawn, '租金')).toHaveCount(0)
  await expect(grid(drawn).getByRole('row').nth(1)).toHaveCSS('height', '32px')
  expect((await head(drawn, '类型').boundingBox())?.width).toBeCloseTo(200, 0)
  expect(await head(drawn, '类型').evaluate((cell) => getComputedStyle(cell).position)).toBe('sticky')
  await still.close()
  await page.getByRole('button', { name: '显示设置' }).click()
  await settings.getByRole('button', { name: '恢复默认显示' }).click()
  await expect(head(page, '备注')).toHaveCount(0)
  await expect(head(page, '租金')).toBeVisible()
})

test('sums are over all that was found, and so is what is printed: without the shell around it', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await signIn('admin', 'admin', `${rooms.path}?view=0&limit=10&order=-seats`)
  const sums = page.locator('tfoot')
  await expect(sums.locator('td').filter({ hasText: '合计' }).last()).toHaveText('合计1,035')
  await expect(sums.getByText('平均').locator('..')).toHaveText('平均23.00')
  await search(page).fill('3')
  await expect(sums).toContainText('427')
  await page.getByRole('button', { name: '打印' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('.print-sheet')
  await expect(sheet.getByRole('row')).toHaveCount(15)
  await expect(sheet.getByRole('row').nth(1)).toContainText('考场 43')
  await expect(sheet).toContainText('共 14 条')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(sheet).toHaveCount(0)
})

test('on a phone rows are cards, which are put in order by a choice of their own', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn('admin', 'admin', `${rooms.path}?view=0&limit=10`)
  await page.getByRole('combobox', { name: '排序' }).selectOption('座位数：降序')
  await expectNames(page, ...range(36, 45).reverse())
  await expect(page).toHaveURL(/order=-seats/)
  await expectAccessible()
})
