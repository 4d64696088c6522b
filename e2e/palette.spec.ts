import type { Page } from '@playwright/test'
import { scriptName } from '../bench/lib/script-name.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { escapeFrom, expect, speak, standStill, test, untilAlive } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const parts = (page: Page, t: ReturnType<typeof wordsOf>) => ({
  dialog: page.getByRole('dialog', { name: t('palette_title') }),
  field: page.getByRole('combobox', { name: t('palette_placeholder') }),
  option: (name: string | RegExp) => page.getByRole('option', { name }),
})

const t = wordsOf('zh-cn')

test('to a page and back without the mouse, by either language and first letters', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin')
  const { dialog, field, option } = parts(page, t)
  await expect(page.getByRole('button', { name: t('palette_open') })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await expectAccessible()
  for (const query of ['jigou', 'organizations', '机构']) {
    await field.fill(query)
    await expect(option(t('menu_organization')).first()).toHaveAttribute('data-highlighted')
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/baseInfo\/organization/)
  await expect(dialog).toHaveCount(0)
  // The page visited before comes first.
  await page.keyboard.press('Control+k')
  const recent = page.getByRole('group', { name: t('palette_recent') })
  await expect(recent.getByRole('option')).toHaveText([t('menu_dashboard')])
  await expect(recent.getByRole('option')).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/dashboard/)
})

test('adding to a resource from any page opens its dialog there, in English too', async ({ page, signIn, baseURL }) => {
  const t = wordsOf('en')
  await speak(page, 'en', baseURL)
  await signIn('admin')
  const { field, option } = parts(page, t)
  const title = t('organization_title').toLocaleLowerCase()
  const add = t('crud_addTitle', { title })
  await page.getByRole('button', { name: t('palette_open') }).click()
  await field.fill('add org')
  await expect(option(/./)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: add })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/baseInfo\/organization/)
  await escapeFrom(page.getByRole('dialog'))
  // On the list page, the page itself offers this action, and it appears only once.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: t('palette_here') }).getByRole('option')).toHaveText([
    add,
    t('import_dialogTitle', { title: t('menu_organization').toLocaleLowerCase() }),
  ])
  await field.fill(add)
  await expect(option(add)).toHaveCount(1)
})

test('theme, layout, caches and language change; signing out ends at the login page', async ({ page, signIn }) => {
  test.slow()
  await signIn('admin')
  const { field, dialog } = parts(page, t)
  const take = async (query: string) => {
    await expect(page.getByRole('button', { name: t('palette_open') })).toBeVisible()
    await page.keyboard.press('Control+k')
    await field.fill(query)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
  }
  await take(t('palette_themeDark'))
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await take(t('palette_layout', { name: t('layout_classic') }))
  await expect(page.locator('.shell')).toHaveAttribute('data-layout', 'Classic')
  await take(t('shell_clearServerCache'))
  await expect(page.getByText(t('success_cacheCleared'))).toBeVisible()
  await take(t('palette_layoutDrawer'))
  await escapeFrom(page.getByRole('dialog', { name: t('layout_title') }))
  await take(t('shell_clearAllCaches'))
  // Clearing all caches also resets the layout, which the browser stores.
  await expect(page.locator('.shell')).toHaveAttribute('data-layout', 'Default')
  await take('English')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const english = wordsOf('en')
  // The page was loaded anew. A click before it is hydrated is lost.
  await untilAlive(page)
  await page.getByRole('button', { name: english('palette_open') }).click()
  await parts(page, english).field.fill('sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/login/)
})

test('nobody is offered what they may not do', async ({ page, signIn, db }) => {
  const username = 'palette'
  await addOfficer({ db }, { username, nodes: ['dashboard', 'baseInfo/organization/index'], scope: 'all' })
  await signIn('admin', username)
  const { field, option } = parts(page, t)
  await page.getByRole('button', { name: t('palette_open') }).click()
  await expect(option(t('menu_organization')).first()).toBeVisible()
  await expect(option(t('shell_clearServerCache'))).toHaveCount(0)
  await field.fill('tjjg')
  await expect(page.getByText(t('palette_nothing', { query: 'tjjg' }))).toBeVisible()
  await page.request.post('/admin/ajax/clearCache', { data: { type: 'all' } }).then((answer) => {
    expect(answer.status()).toBe(401)
  })
})

test('the palette and its dictionary are loaded when it opens, and not before', async ({ page, signIn }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(scriptName(request.url())))
  await signIn('admin')
  const loaded = (name: string) => scripts.some((script) => script === name)
  await expect(page.getByRole('button', { name: t('palette_open') })).toBeVisible()
  expect([loaded('palette'), loaded('pinyin')]).toEqual([false, false])
  await page.keyboard.press('Control+k')
  await expect(parts(page, t).dialog).toBeVisible()
  await expect.poll(() => [loaded('palette'), loaded('pinyin')]).toEqual([true, true])
})

test('on a telephone it is reached by its button, and fits', async ({ page, signIn, expectAccessible }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await signIn('admin')
  await page.getByRole('button', { name: t('palette_open') }).click()
  await expect(parts(page, t).dialog).toBeVisible()
  // It opens with a movement.
  await standStill(page)
  const box = await parts(page, t).dialog.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640)
  await expectAccessible()
})
