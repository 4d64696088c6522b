import type { CDPSession, Locator, Page } from '@playwright/test'
import { like } from 'drizzle-orm'
import { generateNKeysBetween } from 'fractional-indexing'
import { organization } from '#src/db/organization.table.server.ts'
import { arranged, escapeFrom, expect, standStill, test } from './support/fixtures.ts'
import { titles } from './support/tabs.ts'

// A phone: the whole way of a drag by finger, from the touch to what is stored.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const path = '/admin/baseInfo/organization'
const names = ['Alder', 'Birch', 'Cedar', 'Damson']

const rows = arranged(async ({ db }) => {
  const keys = generateNKeysBetween(null, null, names.length)
  await db
    .insert(organization)
    .values(names.map((name, at) => ({ code: `DRAG-${name}`, name, type: 'school', sortKey: keys[at] ?? '' })))
})
test.beforeEach(({ ground }) => rows(ground))

/** The middle of an element. */
async function spotOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('the element is not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Rests a finger on an element until it is picked up, and takes it to another one. The finger stays there. */
async function carry(page: Page, finger: CDPSession, from: Locator, to: Locator) {
  const touch = async (type: 'touchStart' | 'touchMove', { x, y }: { x: number; y: number }) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
  // What was dropped before, or a drawer that closes, may still be on its way.
  await expect(from).toBeVisible()
  await standStill(page)
  const [start, end] = [await spotOf(from), await spotOf(to)]
  await touch('touchStart', start)
  await expect(page.locator('.drag-held')).toBeVisible()
  await touch('touchMove', { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 })
  await touch('touchMove', end)
}
const lift = (finger: CDPSession) => finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })

test('a finger drags a row, a column and a tab; what it drops is stored, and what is cancelled is not', async ({
  page,
  db,
  reload,
  signIn,
}) => {
  const order = async () => {
    const found = await db
      .select({ name: organization.name })
      .from(organization)
      .where(like(organization.code, 'DRAG-%'))
      .orderBy(organization.sortKey)
    return found.map(({ name }) => name)
  }
  await signIn('admin', 'admin', path)
  const finger = await page.context().newCDPSession(page)

  const handle = (name: string) => page.getByRole('button', { name: `移动 ${name}` })
  const row = (name: string) => page.getByRole('rowheader').filter({ hasText: name })
  await carry(page, finger, handle('Alder'), row('Cedar'))
  await expect(page.locator('[data-drop-line]')).toBeVisible()
  await page.keyboard.press('Escape')
  await lift(finger)
  await expect(page.getByText('已取消移动，Alder 回到原位。')).toBeAttached()
  await carry(page, finger, handle('Damson'), row('Birch'))
  await lift(finger)
  await expect.poll(order).toEqual(['Alder', 'Damson', 'Birch', 'Cedar'])

  await page.getByRole('button', { name: '显示设置' }).tap()
  const settings = page.getByRole('dialog', { name: '显示设置' })
  const columns = settings.getByRole('listitem')
  const moved = async () => (await columns.allTextContents()).slice(1, 3)
  await expect.poll(moved).toEqual(['机构代码', '机构类型'])
  await carry(page, finger, settings.getByRole('button', { name: '移动 机构类型' }), columns.nth(1))
  await lift(finger)
  await expect.poll(moved).toEqual(['机构类型', '机构代码'])
  await reload()
  await page.getByRole('button', { name: '显示设置' }).tap()
  await expect.poll(moved).toEqual(['机构类型', '机构代码'])
  await escapeFrom(settings)

  await page.getByRole('button', { name: '菜单' }).first().tap()
  await page.getByRole('link', { name: '控制台', exact: true }).first().tap()
  await expect.poll(() => titles(page)).toEqual(['机构', '控制台'])
  // A finger presses what is on top, also while the drawer of the menu is still closing.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await carry(page, finger, tab('控制台'), tab('机构'))
  await lift(finger)
  await expect.poll(() => titles(page)).toEqual(['控制台', '机构'])
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(['控制台', '机构'])
})
