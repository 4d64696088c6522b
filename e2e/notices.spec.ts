import type { Page } from '@playwright/test'
import { escapeFrom, expect, test } from './support/fixtures.ts'
import { makeRooms } from './support/rooms.ts'
import { visit } from './support/tabs.ts'
import { wordsOf } from './support/words.ts'

// What one was told is in the header, also when it has gone from the screen.

const say = wordsOf('zh-cn')
const toasts = (page: Page) => page.getByRole('region', { name: say('ui_notifications') })
const notices = (page: Page) => page.getByRole('dialog', { name: say('notice_open') })

async function remove(page: Page, name: string) {
  await page.getByRole('button', { name: say('crud_more', { name }) }).click()
  await page.getByRole('menuitem', { name: say('crud_delete'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('crud_delete'), exact: true })
    .click()
  await expect(toasts(page).getByRole('status')).toContainText(name)
}

test('a deletion is undone from another page, by keyboard, after its message has gone', async ({
  page,
  ground,
  signIn,
  expectAccessible,
}) => {
  const rooms = await makeRooms(ground, 'notices-room', 12)
  await signIn('admin', 'admin', `${rooms.path}?limit=10`)
  await remove(page, '考场 02')
  await toasts(page)
    .getByRole('button', { name: say('ui_close') })
    .click()
  await expect(toasts(page).getByRole('status')).toHaveCount(0)
  // A page that arrives may take the focus.
  await visit(page, '控制台')
  await expect(page).toHaveURL('/admin/dashboard')
  await page.getByRole('button', { name: say('notice_open'), exact: true }).press('Enter')
  await expect(notices(page).getByRole('listitem')).toContainText('考场 02')
  await expectAccessible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(notices(page).getByRole('button', { name: say('undo_action') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toasts(page).getByText(say('undo_restored', { count: '1' }))).toBeVisible()
  expect(await rooms.read('seats', ['考场 02'])).toEqual([2])
  // It is done, so it is not offered again.
  await expect(notices(page).getByRole('listitem')).toHaveCount(2)
  await expect(notices(page).getByRole('button', { name: say('undo_action') })).toHaveCount(0)
  await escapeFrom(notices(page))
  await expect(page.getByRole('button', { name: say('notice_open'), exact: true })).toBeFocused()
})

test('they stay over a reload, and go with the user who signs out', async ({ page, ground, reload, signIn }) => {
  const rooms = await makeRooms(ground, 'notices-out-room', 12)
  await signIn('admin', 'admin', `${rooms.path}?limit=10`)
  await remove(page, '考场 03')
  await reload()
  await page.getByRole('button', { name: say('notice_open'), exact: true }).click()
  await expect(notices(page).getByRole('listitem')).toContainText('考场 03')
  await escapeFrom(notices(page))
  await page.getByRole('button', { name: 'admin' }).click()
  await page.getByRole('menuitem', { name: say('shell_signOut') }).click()
  await expect(page).toHaveURL(/\/admin\/login/)
  expect(await page.evaluate(() => sessionStorage.getItem('ys_notices'))).not.toContain('考场 03')
})
