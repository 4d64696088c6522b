import { escapeFrom, expect, speak, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

test.use({ reads: true })

const publicPages = ['/', '/admin/login', '/user/login', '/401', '/404']
const adminPages = [
  '/admin/dashboard',
  '/admin/baseInfo/organization',
  '/admin/crud/crud',
  '/admin/crud/crud/designer',
  '/admin/moduleStore',
  '/admin/routine/config',
  '/admin/routine/config?group=upload',
  '/admin/routine/announcement',
]
const memberPages = ['/user/account/overview', '/center/account/overview']

// Each theme, language and width comes once: together they show what the other mixes would.
for (const [theme, language, width] of [
  ['light', 'zh-cn', 1440],
  ['dark', 'en', 390],
] as const) {
  test(`no violations: ${theme}, ${language}, ${width} px`, async ({
    page,
    open,
    beginSession,
    expectAccessible,
    allowConsole,
    baseURL,
  }) => {
    allowConsole(/status of 40[14]/)
    await page.setViewportSize({ width, height: 900 })
    await page.context().addCookies([{ name: 'ys_theme', value: theme, url: baseURL ?? '' }])
    await speak(page, language, baseURL)
    for (const path of publicPages) {
      await open(path)
      // The 404 page returns by itself after a countdown. The countdown stops while the document is hidden.
      await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }))
      await expectAccessible()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0)
    }
    await beginSession('admin')
    await beginSession('user')
    for (const path of [...adminPages, ...memberPages]) {
      await open(path)
      await expectAccessible()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0)
    }
  })
}

const layouts = { Default: '', Classic: 'm1', Streamline: 'm2', Double: 'm3' }

test("no violations in the back office's layouts", async ({ page, open, beginSession, expectAccessible, baseURL }) => {
  const m = wordsOf('en')
  const cookie = (name: string, value: string) => page.context().addCookies([{ name, value, url: baseURL ?? '' }])
  await page.setViewportSize({ width: 1440, height: 900 })
  await cookie('ys_theme', 'dark')
  await speak(page, 'en', baseURL)
  await beginSession('admin')
  for (const [layout, text] of Object.entries(layouts)) {
    await cookie('ys_layout', text)
    await open('/admin/baseInfo/organization')
    await expect(page.locator('.shell')).toHaveAttribute('data-layout', layout)
    await expectAccessible()
  }
  await page
    .getByRole('banner')
    .getByRole('button', { name: m('shell_more') })
    .click()
  await page.getByRole('menuitem', { name: m('layout_title') }).click()
  await expect(page.getByRole('dialog', { name: m('layout_title') })).toBeVisible()
  await expectAccessible()
  await escapeFrom(page.getByRole('dialog', { name: m('layout_title') }))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: m('shell_openMenu') }).click()
  await expect(page.getByRole('dialog', { name: m('shell_mainMenu') })).toBeVisible()
  await expectAccessible()
  await cookie('ys_layout', 'c1')
  await page.setViewportSize({ width: 1440, height: 900 })
  await open('/admin/baseInfo/organization')
  await page.getByRole('button', { name: m('menu_baseInfo') }).click()
  await expect(page.getByRole('menuitem', { name: m('menu_organization') })).toBeVisible()
  await expectAccessible()
})

test('no violations in what opens over a page, and in a page that is refused', async ({
  page,
  open,
  beginSession,
  expectAccessible,
}) => {
  const m = wordsOf('zh-cn')
  await beginSession('admin')
  await open(`/admin/iframe/${encodeURIComponent('ftp://example.org')}`)
  await expect(page.getByRole('heading', { level: 1, name: m('frame_refused') })).toBeVisible()
  await expectAccessible()

  await open('/admin/baseInfo/subject')
  await page
    .getByRole('banner')
    .getByRole('button', { name: m('shell_account') })
    .click()
  await expect(page.getByRole('menuitem', { name: m('shell_signOut') })).toBeVisible()
  await expectAccessible()
  await escapeFrom(page.getByRole('menu'))

  const more = page.getByRole('button', { name: m('crud_more', { name: '' }) }).first()
  await more.click()
  await expect(page.getByRole('menuitem', { name: m('crud_delete') })).toBeVisible()
  await expectAccessible()
  await page.getByRole('menuitem', { name: m('crud_delete') }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible()
  await escapeFrom(page.getByRole('alertdialog'))

  await more.click()
  await page.getByRole('menuitem', { name: m('crud_edit'), exact: true }).click()
  await page.getByRole('dialog').getByRole('combobox').first().click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await expectAccessible()
})
