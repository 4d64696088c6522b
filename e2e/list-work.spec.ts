import type { Page } from '@playwright/test'
import { escapeFrom, expect, test } from './support/fixtures.ts'
import { makeRooms } from './support/rooms.ts'

// Work on the rows of a list: bulk edits, inline edits, undo.

// Each test has its own list in its initial state.
let rooms: Awaited<ReturnType<typeof makeRooms>>
let made = 0
test.beforeEach(async ({ ground }) => {
  made += 1
  rooms = await makeRooms(ground, `work-room-${made}`, 45)
})

const grid = (page: Page) => page.getByRole('grid', { name: '考场' })
const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name })
const cell = (page: Page, name: string, column: string) => row(page, name).locator(`[data-column=${column}]`)
const choose = (page: Page, name: string) => page.getByRole('checkbox', { name: `选择 ${name}` })
const dialog = (page: Page) => page.getByRole('dialog')
const undoToast = (page: Page) => page.getByRole('button', { name: '撤销', exact: true })

test('rows are chosen across pages, changed together after a preview, and taken back', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', 'admin', `${rooms.path}?limit=10`)
  await choose(page, '考场 02').check()
  await choose(page, '考场 04').click({ modifiers: ['Shift'] })
  await expect(page.getByText('已选 3 条')).toBeVisible()
  await page.getByRole('button', { name: '下一页' }).click()
  await choose(page, '考场 11').check()
  await expect(page.getByText('已选 4 条')).toBeVisible()
  await page.getByRole('button', { name: '批量修改' }).click()
  await dialog(page).getByRole('checkbox', { name: '座位数' }).check()
  await dialog(page).getByRole('textbox', { name: '座位数' }).fill('600')
  await dialog(page).getByRole('button', { name: '预览' }).click()
  await expect(dialog(page).getByText('500')).toBeVisible()
  await dialog(page).getByRole('textbox', { name: '座位数' }).fill('11')
  await dialog(page).getByRole('button', { name: '预览' }).click()
  await expect(dialog(page).getByRole('definition')).toHaveText(['4', '3', '1'])
  await expect(dialog(page).getByRole('deletion')).toHaveText(['2', '3', '4'])
  await expect(dialog(page).getByRole('insertion')).toHaveText(['11', '11', '11'])
  await expectAccessible()
  await dialog(page).getByRole('button', { name: '返回修改' }).click()
  await expect(dialog(page).getByRole('textbox', { name: '座位数' })).toHaveValue('11')
  await dialog(page).getByRole('button', { name: '预览' }).click()
  await expect(dialog(page).getByRole('button', { name: '修改 3 条' })).toBeVisible()
  expect(await rooms.read('seats', ['考场 02'])).toEqual([2])
  await dialog(page).getByRole('button', { name: '修改 3 条' }).click()
  await undoToast(page).hover()
  await expect(dialog(page)).toHaveCount(0)
  expect(await rooms.read('seats', ['考场 02', '考场 03', '考场 04', '考场 11'])).toEqual([11, 11, 11, 11])
  await undoToast(page).click()
  await expect.poll(() => rooms.read('seats', ['考场 02', '考场 03', '考场 04', '考场 11'])).toEqual([2, 3, 4, 11])
})

test('all that a search finds is deleted at once and comes back from the toast', async ({ page, signIn, open }) => {
  await signIn('admin', 'admin', `${rooms.path}?limit=10&quickSearch=${encodeURIComponent('考场 1')}`)
  await page.getByRole('checkbox', { name: '选择本页' }).check()
  await expect(page.getByText('已选 10 条')).toBeVisible()
  await page.getByRole('button', { name: '取消选择' }).click()
  await open(`${rooms.path}?limit=10&quickSearch=${encodeURIComponent('考场')}`)
  await page.getByRole('checkbox', { name: '选择本页' }).check()
  await page.getByRole('button', { name: '选择全部 45 条' }).click()
  await expect(page.getByText('已选 45 条')).toBeVisible()
  await page.getByRole('button', { name: '删除', exact: true }).click()
  await expect(dialog(page).getByText('删除 45 条记录？')).toBeVisible()
  const named = ['考场 01', '考场 02', '考场 03', '考场 04', '考场 05', '以及另外 40 条']
  await expect(dialog(page).getByRole('list', { name: '将删除' }).getByRole('listitem')).toHaveText(named)
  await dialog(page).getByRole('button', { name: '删除', exact: true }).click()
  await undoToast(page).hover()
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
  expect(await rooms.count()).toBe(0)
  await undoToast(page).click()
  await expect(page.getByText('找到 45 条')).toBeVisible()
  expect(await rooms.order(3)).toEqual(['考场 01', '考场 02', '考场 03'])
})

test('a value is changed where it stands: with the keyboard from cell to cell, and refused at its place', async ({
  page,
  signIn,
}) => {
  await signIn('admin', 'admin', `${rooms.path}?limit=10`)
  await cell(page, '考场 05', 'seats').dblclick()
  const seats = page.getByRole('textbox', { name: '考场 05 座位数' })
  await expect(seats).toBeFocused()
  await seats.fill('0')
  await seats.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: '1' })).toBeVisible()
  await seats.fill('55')
  await seats.press('Tab')
  const price = page.getByRole('textbox', { name: '考场 05 租金' })
  await expect(price).toBeFocused()
  await price.fill('12.5')
  await price.press('Enter')
  await expect(cell(page, '考场 05', 'price')).toHaveText('12.50')
  await expect(cell(page, '考场 05', 'price')).toBeFocused()
  await expect.poll(() => rooms.read('seats', ['考场 05'])).toEqual([55])
  await expect.poll(() => rooms.read('price', ['考场 05'])).toEqual([1250])
  await page.keyboard.press('F2')
  await price.fill('99')
  await price.press('Escape')
  await expect(cell(page, '考场 05', 'price')).toHaveText('12.50')
  await page.getByRole('switch', { name: '考场 06 开放' }).click()
  await expect.poll(() => rooms.read('open', ['考场 06'])).toEqual([0])
  await cell(page, '考场 07', 'kind').dblclick()
  await page.getByRole('combobox', { name: '考场 07 类型' }).selectOption('实验')
  await page.getByRole('combobox', { name: '考场 07 类型' }).press('Enter')
  await expect(cell(page, '考场 07', 'kind')).toHaveText('实验')
  // Another user saves first: a message shows the other value. Pressing Enter again overwrites it.
  await cell(page, '考场 08', 'seats').dblclick()
  const own = page.getByRole('textbox', { name: '考场 08 座位数' })
  await own.fill('88')
  const { data } = await rooms.call('index?quickSearch=08')
  await rooms.call('edit', { id: data.list[0].id, version: data.list[0].version, seats: 80 })
  await own.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: '“80”' })).toBeVisible()
  await own.press('Enter')
  await expect(cell(page, '考场 08', 'seats')).toHaveText('88')
  await cell(page, '考场 08', 'seats').dblclick()
  await own.fill('90')
  await rooms.call('edit', { id: data.list[0].id, seats: 81 })
  await own.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: '“81”' })).toBeVisible()
  await own.press('Escape')
  await expect(cell(page, '考场 08', 'seats')).toHaveText('81')
})

test('what happened to a row: differences, one field back, the whole row back, a change undone', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  const { data } = await rooms.call('index?quickSearch=09')
  const id = data.list[0].id
  await rooms.call('edit', { id, seats: 19, note: '一' })
  await rooms.call('edit', { id, seats: 29, note: '二' })
  await signIn('admin', 'admin', `${rooms.path}?limit=10`)
  await page.getByRole('button', { name: '考场 09 的更多操作' }).click()
  await page.getByRole('menuitem', { name: '变更历史' }).click()
  const changes = dialog(page).getByRole('article')
  await expect(changes.first()).toContainText('座位数')
  await expect(changes.first().getByRole('deletion')).toHaveText(['19', '一'])
  await expect(changes.first().getByRole('insertion')).toHaveText(['29', '二'])
  await expectAccessible()
  await changes.nth(1).getByRole('button', { name: '恢复“备注”的这个值' }).click()
  await expect.poll(() => rooms.read('note', ['考场 09'])).toEqual(['一'])
  expect(await rooms.read('seats', ['考场 09'])).toEqual([29])
  await expect(changes.first().getByRole('insertion')).toHaveText(['一'])
  await changes.nth(2).getByRole('button', { name: '恢复到此时' }).click()
  await expect.poll(() => rooms.read('seats', ['考场 09'])).toEqual([19])
  await expect(changes.first().getByRole('insertion')).toHaveText(['19'])
  await changes.first().getByRole('button', { name: '撤销' }).click()
  await expect.poll(() => rooms.read('seats', ['考场 09'])).toEqual([29])
  await expect(changes.first()).not.toContainText('已撤销')
  await expect(changes.nth(1)).toContainText('已撤销')
  await page.keyboard.press('Escape')
  await expect(cell(page, '考场 09', 'seats')).toHaveText('29')
  await expect(page.getByRole('button', { name: '考场 09 的更多操作' })).toBeFocused()
})

test('rows are walked through, chosen, copied and moved with the keyboard', async ({
  page,
  context,
  signIn,
  expectAccessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('admin', 'admin', `${rooms.path}?limit=10`)
  await expectAccessible()
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await row(page, '考场 01').focus()
  await press('ArrowDown', 'ArrowDown')
  await expect(row(page, '考场 03')).toBeFocused()
  await press('Space')
  await expect(page.getByText('已选 1 条')).toBeVisible()
  await press('Shift+ArrowDown')
  await expect(page.getByText('已选 2 条')).toBeVisible()
  await press('Control+c')
  await expect.poll(clipboard).toMatch(/^名称\t座位数.*\n考场 03\t3\t/)
  await expect(page.getByText('已复制 2 行')).toBeVisible()
  await page.getByRole('button', { name: '取消选择' }).click()
  await cell(page, '考场 02', 'seats').click()
  await press('Control+c')
  await expect.poll(clipboard).toBe('2')
  await expect(page.getByText('已复制', { exact: true })).toBeVisible()
  await press('Shift+ArrowRight', 'Shift+ArrowDown')
  await expect(cell(page, '考场 03', 'price')).toBeFocused()
  await press('Control+c')
  await expect.poll(clipboard).toBe('2\t2.00\n3\t3.00')
  await cell(page, '考场 02', 'seats').click()
  await press('ArrowRight')
  await expect(cell(page, '考场 02', 'price')).toBeFocused()
  await press('Escape')
  await expect(row(page, '考场 02')).toBeFocused()
  await press('Alt+ArrowDown')
  await expect.poll(() => rooms.order(3)).toEqual(['考场 01', '考场 03', '考场 02'])
  // The rows stand in this order on screen too, before one of them is picked up: a row that is put elsewhere loses the
  // focus, and is dropped.
  await expect(grid(page).getByRole('rowheader').nth(2)).toContainText('考场 02')
  const handle = page.getByRole('button', { name: '移动 考场 02' })
  await handle.focus()
  await expect(handle).toBeFocused()
  await press('Space')
  await expect(page.getByText(/^已拿起 考场 02/)).toBeAttached()
  await press('ArrowUp', 'ArrowUp', 'Space')
  await expect.poll(() => rooms.order(3)).toEqual(['考场 02', '考场 01', '考场 03'])
  await expect(grid(page).getByRole('rowheader').nth(1)).toContainText('考场 01')
  await row(page, '考场 01').press('Enter')
  await expect(dialog(page).getByLabel('名称')).toHaveValue('考场 01')
  await escapeFrom(dialog(page))
  await expect(row(page, '考场 01')).toBeFocused()
  await press('Delete')
  await page.getByRole('alertdialog').or(dialog(page)).getByRole('button', { name: '删除', exact: true }).click()
  await undoToast(page).hover()
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, '考场 01')).toHaveCount(0)
  await undoToast(page).click()
  await expect(row(page, '考场 01')).toBeVisible()
})
