import type { Page } from '@playwright/test'
import { inArray, sql } from 'drizzle-orm'
import { throttle } from '#src/db/guard.table.server.ts'
import { signInCounters } from '#src/features/auth/sign-in-counters.server.ts'
import { signInPolicy } from '#src/features/auth/sign-in-policy.server.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { passwords } from '../tests/support/passwords.ts'
import { expect, speak, test } from './support/fixtures.ts'
import { watchFor } from './support/watch-for.ts'

// Earlier tests failed from the same address. Their counters would make the proof of work longer.
test.beforeEach(({ db }) => db.delete(throttle).then(() => undefined))

const failThrice = async (username: string, page: Page) => {
  await page.locator('input[name=username]').fill(username)
  for (let i = 0; i < 3; i++) {
    await page.locator('input[name=password]').fill(`not-the-password-${i}`)
    await page.locator('button[type=submit]').click()
    await expect(page.getByRole('alert').filter({ hasText: /账号或密码不正确|incorrect/ })).toBeVisible()
    await expect(page.locator('button[type=submit]')).not.toHaveAttribute('aria-busy', 'true')
  }
}

test('failures bring the captcha; by keyboard, without the picture, the right password signs in', async ({
  page,
  db,
  open,
  expectAccessible,
}) => {
  await addOfficer({ db }, { username: 'captcha_keys', nodes: ['baseInfo/organization/index'], scope: 'all' })
  await open('/admin/login')
  await failThrice('captcha_keys', page)
  await page.locator('input[name=password]').fill(passwords.admin)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '安全验证' })
  await expect(dialog.getByText('请依次点击')).toBeVisible()
  await expect(dialog.getByRole('img')).toBeVisible()
  await expectAccessible()
  const way = dialog.getByRole('button', { name: '不看图片验证' })
  await expect(way).toBeFocused()
  const told = await watchFor(page, '验证成功')
  await page.keyboard.press('Enter')
  await expect.poll(told, { timeout: 40_000 }).toBe(true)
  await expect(page).toHaveURL(/\/admin\/(?!login|loading)/)
})

test('the picture: a wrong click brings another one, the right clicks sign in; the form keeps its content', async ({
  page,
  db,
  open,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await speak(page, 'en', baseURL)
  await addOfficer({ db }, { username: 'captcha_clicks', nodes: ['baseInfo/organization/index'], scope: 'all' })
  await open('/admin/login')
  await failThrice('captcha_clicks', page)
  await page.locator('input[name=password]').fill(passwords.admin)
  await page.locator('button[type=submit]').click()
  const dialog = page.getByRole('dialog', { name: 'Verification' })
  const picture = dialog.getByRole('img')
  await expect(picture).toBeVisible()
  const first = await picture.getAttribute('src')
  for (const x of [2, 290]) await picture.click({ position: { x, y: 2 } })
  await expect(dialog.getByRole('alert')).toHaveText('Wrong area clicked, try again')
  await expect(picture).not.toHaveAttribute('src', first ?? '')
  await expect(page.locator('input[name=username]')).toHaveValue('captcha_clicks')

  const box = await picture.boundingBox()
  const { rows } = await db.execute<{ targets: { x: number; y: number; w: number; h: number }[] }>(
    sql`select targets from captcha where not passed order by expire_time desc limit 1`,
  )
  const told = await watchFor(page, 'Verification successful')
  for (const { x, y, w, h } of rows[0]?.targets ?? []) {
    const scale = (box?.width ?? 350) / 350
    await picture.click({ position: { x: (x + w / 2) * scale, y: (y + h / 2) * scale } })
  }
  await expect.poll(told).toBe(true)
  await expect(page).toHaveURL(/\/admin\/(?!login|loading)/)
})

test('after more failures the wait is told, and how long it is', async ({ page, db, open }) => {
  await addOfficer({ db }, { username: 'captcha_wait', nodes: [], scope: 'all' })
  await open('/admin/login')
  await failThrice('captcha_wait', page)
  // Only the counters of this account: other tests sign in from the same address.
  const { own } = signInCounters(await signInPolicy(db, 'admin'), 'admin', 'captcha_wait', '127.0.0.1')
  const keys = own.map(({ key }) => key)
  await db
    .update(throttle)
    .set({ blockedUntil: sql`now() + interval '119 seconds'` })
    .where(inArray(throttle.key, keys))
  await page.locator('input[name=password]').fill(passwords.admin)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('请在 2 分钟后再试')
})
