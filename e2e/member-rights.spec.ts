import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { memberGroup, memberGroupRule, memberProfile, rule } from '#src/db/identity.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { alive, expect, putSession, test } from './support/fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const topBar = (page: Page) => page.getByRole('banner').getByRole('navigation').first()

type Rule = Omit<typeof rule.$inferInsert, 'area' | 'sortKey'>

/** Adds a rule of the member side at the top. */
async function addRule(db: Database, values: Rule, place: string): Promise<number> {
  const [row] = await write(db, systemAuthor, 'seed', (tx) =>
    tx
      .insert(rule)
      .values({ ...values, area: 'user', sortKey: place })
      .returning({ id: rule.id }),
  )
  return row?.id ?? 0
}

const sample = { type: 'nav', menuType: 'link', noLoginValid: true } as const

test('a rule that the office adds is in the top bar of a visitor at the next navigation', async ({
  page,
  ground,
  browser,
  baseURL,
  signIn,
  expectAccessible,
}) => {
  const elsewhere = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } })
  const visitor = await elsewhere.newPage()
  await visitor.goto('/401')
  await alive(visitor)
  await expect(topBar(visitor).getByText('招生简章')).toHaveCount(0)
  await signIn('admin', 'admin', '/admin/user/rule')
  await page.getByRole('button', { name: '添加会员规则' }).click()
  await dialog(page)
    .getByRole('radio', { name: /^顶栏菜单项/ })
    .check()
  for (const [label, value] of [
    ['标题', '招生简章'],
    ['名称', 'admissions'],
  ] as const)
    await dialog(page)
      .getByRole('textbox', { name: new RegExp(`^${label}`) })
      .fill(value)
  await dialog(page).getByText('外部链接', { exact: true }).click()
  await dialog(page).getByRole('textbox', { name: /^网址/ }).fill('https://example.org/a')
  await dialog(page).locator('label:has(input[name=noLoginValid])').click()
  await expectAccessible()
  await dialog(page).getByRole('button', { name: '保存', exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'admissions' })).toContainText('访客可用')
  await topBar(visitor).getByRole('link', { name: '首页' }).click()
  const link = topBar(visitor).getByRole('link', { name: '招生简章' })
  await expect(link).toHaveAttribute('href', 'https://example.org/a')
  await expect(link).not.toHaveAttribute('aria-current')
  // A page that is loaded anew has it as well, although it was kept.
  expect(await (await visitor.request.get(`${ground.url}/`)).text()).toContain('招生简章')
  await elsewhere.close()
})

test('a member whose group lacks a page gets 401 there, and the page is in no menu', async ({
  page,
  db,
  open,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await write(db, systemAuthor, 'seed', async (tx) => {
    const [group] = await tx.insert(memberGroup).values({ name: '访客组' }).returning({ id: memberGroup.id })
    const groupId = group?.id ?? 0
    const rules = await tx.select().from(rule).where(eq(rule.area, 'user'))
    const held = rules.filter(({ name }) => ['account', 'account/overview', 'nav/account/profile'].includes(name))
    await tx.insert(memberGroupRule).values(held.map(({ id }) => ({ groupId, ruleId: id })))
    await tx.update(memberProfile).set({ groupId })
  })
  await signIn('user')
  const menu = page.getByRole('navigation', { name: '会员菜单' })
  await expect(menu.getByRole('link')).toHaveText(['账户概览'])
  for (const path of ['/user/account/profile', '/center/account/changePassword']) {
    await open(path)
    await expect(page).toHaveURL(`/401?path=${encodeURIComponent(path)}`)
  }
  await open('/user/account/overview')
  // An entry that leads to a page without its rule says so, and stays where it is.
  await page.getByRole('button', { name: /member/ }).click()
  await page.getByRole('menuitem', { name: '个人资料' }).click()
  await expect(page.getByText('导航被页面拦截')).toBeVisible()
  await expect(page).toHaveURL('/user/account/overview')
  await write(db, systemAuthor, 'seed', (tx) => tx.update(memberGroup).set({ everything: true }))
  await page.getByRole('button', { name: /member/ }).click()
  await page.getByRole('menuitem', { name: '宽屏视图' }).click()
  await expect(menu.getByRole('link', { name: '个人资料' })).toBeVisible()
})

test('a page of a rule shows what it names, and one for members asks to sign in first', async ({
  page,
  ground,
  db,
  open,
  allowConsole,
}) => {
  allowConsole(/status of 404|frame|ERR_|refused/i)
  const route = { type: 'route', menuType: 'tab' } as const
  await addRule(
    db,
    { ...route, title: '条款', name: 'r1', path: 'rules', component: 'site/home', noLoginValid: true },
    'b1',
  )
  await addRule(db, { ...route, title: '资料', name: 'r2', path: 'mine', component: 'account/profile' }, 'b2')
  const frame = { type: 'route', menuType: 'iframe', title: '校历', url: 'https://calendar.example/' } as const
  await addRule(db, { ...frame, name: 'r3', path: 'calendar', noLoginValid: true }, 'b3')
  await open('/rules')
  await expect(page).toHaveURL('/')
  await open('/calendar')
  await expect(page.locator('iframe')).toHaveAttribute('src', 'https://calendar.example/')
  await open('/mine')
  await expect(page).toHaveURL(/\/user\/login\?to=/)
  await open('/nothing')
  await expect(page).toHaveURL('/404?path=%2Fnothing')
  await putSession(page, ground, 'user')
  await open('/mine')
  await expect(page).toHaveURL('/user/account/profile')
})

for (const width of [390, 1280]) {
  test(`entries below one another open a menu: ${width} px`, async ({ page, db, open, expectAccessible }) => {
    const title = `服务 ${width}`
    const dir = await addRule(db, { type: 'menu_dir', title, name: `services${width}` }, `c${width}`)
    await addRule(db, { ...sample, title: '教师', name: `t${width}`, url: 'https://example.org/t', pid: dir }, 'a1')
    await addRule(db, { ...sample, title: '家长', name: `p${width}`, url: 'https://example.org/p', pid: dir }, 'a2')
    await page.setViewportSize({ width, height: 800 })
    await open('/')
    const narrow = width < 992
    if (narrow) await page.getByRole('button', { name: '打开菜单' }).click()
    const menu = narrow ? page.getByRole('dialog') : topBar(page)
    const teachers = menu.getByRole('link', { name: '教师' })
    if (!narrow) {
      await expect(teachers).toBeHidden()
      await menu.getByText(title).click()
    }
    await expect(teachers).toBeVisible()
    await expect(menu.getByRole('link', { name: '家长' })).toHaveAttribute('href', 'https://example.org/p')
    await expectAccessible()
    if (narrow) return
    await page.keyboard.press('Escape')
    await expect(teachers).toBeHidden()
    await menu.getByText(title).click()
    await expect(teachers).toBeVisible()
    await page.getByRole('main').click()
    await expect(teachers).toBeHidden()
  })
}
