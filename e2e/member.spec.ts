import { and, eq, sql } from 'drizzle-orm'
import { generateKeyBetween } from 'fractional-indexing'
import type { Database } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { escapeFrom, expect, leaveProduct, putSession, speak, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')

/** Adds a second menu group with a link, and an entry of the account menu. */
async function addRules(db: Database) {
  const [last] = await db
    .select({ key: sql<string | null>`max(${rule.sortKey})` })
    .from(rule)
    .where(and(eq(rule.area, 'user'), sql`pid is null`))
  const first = generateKeyBetween(last?.key ?? null, null)
  const names = { group: '更多服务', link: '使用手册', entry: '在线帮助' }
  const base = { area: 'user', icon: '', component: '' } as const
  const [dir] = await db
    .insert(rule)
    .values({ ...base, type: 'menu_dir', title: names.group, name: 'e2e-group', sortKey: first })
    .returning({ id: rule.id })
  const url = 'https://manual.example/'
  await db.insert(rule).values([
    {
      ...base,
      type: 'menu',
      menuType: 'link',
      title: names.link,
      name: 'e2e-link',
      url,
      pid: dir?.id,
      sortKey: generateKeyBetween(null, null),
    },
    {
      ...base,
      type: 'nav_user_menu',
      menuType: 'link',
      title: names.entry,
      name: 'e2e-entry',
      url,
      sortKey: generateKeyBetween(first, null),
    },
  ])
  return names
}

test('groups, links and the account menu come from the menu call; what is folded or hidden is so from the first paint', async ({
  page,
  db,
  open,
  signIn,
}) => {
  const { group, link, entry } = await addRules(db)
  await signIn('user')
  const aside = page.getByRole('complementary')
  await expect(aside.getByRole('link', { name: link })).toHaveAttribute('target', '_blank')
  await aside.getByRole('button', { name: group }).click()
  await expect(aside.getByRole('link', { name: link })).toHaveCount(0)
  await page.getByRole('button', { name: /member/ }).click()
  await expect(page.getByRole('menuitem', { name: entry })).toHaveAttribute('href', 'https://manual.example/')
  await escapeFrom(page.getByRole('menu'))

  const served = async (text: string) =>
    (await (await page.request.get('/user/account/overview')).text()).includes(text)
  await expect.poll(() => served(`>${link}<`)).toBe(false)
  expect(await served('<aside')).toBe(true)
  await page.getByRole('button', { name: '隐藏侧栏' }).click()
  await expect(aside).toHaveCount(0)
  await expect.poll(() => served('<aside')).toBe(false)
  await open('/user/account/overview')
  await expect(aside).toHaveCount(0)
  await page.getByRole('button', { name: '显示侧栏' }).click()
  await expect(aside).toBeVisible()
})

test('/center is the wide view of the same pages, and each leads to the other', async ({
  page,
  open,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  await signIn('user')
  await page.getByRole('button', { name: /member/ }).click()
  await page.getByRole('menuitem', { name: '宽屏视图' }).click()
  await expect(page).toHaveURL('/center/account/overview')
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await expect(
    page.getByRole('navigation', { name: '会员菜单' }).getByRole('link', { name: '账户概览' }),
  ).toHaveAttribute('aria-current', 'page')
  const width = () => page.getByRole('main').evaluate((main) => main.getBoundingClientRect().width)
  await expect.poll(width).toBeGreaterThan(1200)
  await page.getByRole('button', { name: /member/ }).click()
  await page.getByRole('menuitem', { name: '标准视图' }).click()
  await expect(page).toHaveURL('/user/account/overview')
  await expect(page.getByRole('complementary')).toBeVisible()
  await open('/center/nothing')
  await expect(page).toHaveURL(/\/404\?path=%2Fcenter%2Fnothing/)
})

test.use({ viewport: { width: 1440, height: 900 } })

for (const [width, drawer] of [
  [991, true],
  [992, false],
] as const) {
  test(`at ${width} px the menu ${drawer ? 'is a drawer' : 'stands beside the page'}`, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height: 800 })
    await signIn('user')
    await expect(page.getByRole('heading', { level: 1, name: 'member' })).toBeVisible()
    await expect(page.getByRole('complementary')).toHaveCount(drawer ? 0 : 1)
    await expect(page.getByRole('button', { name: '打开菜单' })).toBeVisible({ visible: drawer })
  })
}

test('accessible with the drawer open on a phone', async ({ page, signIn, expectAccessible, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.context().addCookies([{ name: 'ys_theme', value: 'dark', url: baseURL ?? '' }])
  await speak(page, 'en', baseURL)
  await signIn('user')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog').getByRole('navigation', { name: 'Member menu' })
  await expect(menu.getByRole('link', { name: 'Overview' })).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
})

test('a member sees where they are signed in, and ends what is elsewhere', async ({
  page,
  ground,
  browser,
  baseURL,
  signIn,
  expectAccessible,
}) => {
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0'
  const elsewhere = await browser.newContext({ baseURL, userAgent })
  const other = await elsewhere.newPage()
  await putSession(other, ground, 'user')
  await other.goto('/user/account/overview')
  await expect(other).toHaveURL(/overview/)
  await leaveProduct(other)
  await signIn('user', 'member', '/user/account/security')
  const signIns = page.getByRole('region', { name: m('signIns_title') }).getByRole('listitem')
  const here = signIns.filter({ hasText: m('signIns_current') })
  await expect(here).toHaveCount(1)
  await expect(here.getByRole('button')).toHaveCount(0)
  await expectAccessible()
  await signIns.filter({ hasText: 'Firefox · Windows' }).getByRole('button').click()
  await expect(page.getByText(m('success_sessionsEnded', { count: 1 }))).toBeVisible()
  await expect(signIns.filter({ hasText: 'Firefox · Windows' })).toHaveCount(0)
  await other.goto('/user/account/overview')
  await expect(other).toHaveURL(/\/user\/login/)
  await elsewhere.close()
})
