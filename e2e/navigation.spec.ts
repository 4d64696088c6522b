import { eq } from 'drizzle-orm'
import { role, roleRule, rule } from '#src/db/identity.table.server.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { arranged, expect, test } from './support/fixtures.ts'
import { holdAnswers } from './support/line.ts'
import { menuLink, panel, tab, titles, visit } from './support/tabs.ts'
import { wordsOf } from './support/words.ts'

const say = wordsOf('zh-cn')

const people = arranged(async ({ db }) => {
  const values = { area: 'admin', type: 'menu', menuType: 'tab', keepalive: true, status: 1 } as const
  const made = await db
    .insert(rule)
    .values([
      {
        ...values,
        sortKey: 'zzx',
        title: '错误路径',
        name: 'nav/wrong',
        path: 'no/such/page',
        component: 'no/such/page',
      },
      {
        ...values,
        sortKey: 'zzy',
        title: '未知类型',
        name: 'nav/strange',
        path: 'dashboard',
        component: 'dashboard',
        menuType: null,
      },
      {
        ...values,
        sortKey: 'zzz',
        title: '方案捷径',
        name: 'nav/scheme',
        path: 'baseInfo/exam-scheme',
        extend: 'add_menu_only',
      },
    ])
    .returning({ id: rule.id })
  await addOfficer({ db }, { username: 'walker', nodes: ['dashboard', 'baseInfo/organization/index'], scope: 'all' })
  const [own] = await db.select({ id: role.id }).from(role).where(eq(role.name, 'role of walker'))
  await db.insert(roleRule).values(made.map(({ id }) => ({ roleId: own?.id ?? 0, ruleId: id })))
})

test.beforeEach(({ ground }) => people(ground))

test('a navigation that leads nowhere says why, and the page stays', async ({ page, signIn }) => {
  await signIn('admin', 'walker', '/admin/baseInfo/organization')
  for (const [name, message] of [
    ['错误路径', say('navigation_invalidRoute')],
    ['未知类型', say('navigation_unknownType')],
    ['方案捷径', say('navigation_intercepted')],
    ['机构', say('navigation_alreadyThere')],
  ] as const) {
    await menuLink(page, name).click()
    await expect(page.getByText(message)).toBeVisible()
    await expect(page).toHaveURL('/admin/baseInfo/organization')
    await expect(tab(page, '机构')).toHaveAttribute('aria-selected', 'true')
  }
})

test('while a page is slow, its outline is there, and menu, tab and heading name the same page', async ({
  page,
  signIn,
}) => {
  await signIn('admin', 'admin', '/admin/dashboard')
  const named = async () => ({
    menu: await page.locator('aside [aria-current=page]').allTextContents(),
    tab: await page.getByRole('tab', { selected: true }).allTextContents(),
    panel: await page.getByRole('tabpanel').getAttribute('aria-label'),
  })
  const line = await holdAnswers(page)
  await menuLink(page, '学科').click()
  await expect(page.getByRole('heading', { level: 1, name: '学科' })).toBeVisible()
  await expect(panel(page, '学科').getByText('学科代码')).toBeVisible()
  await expect(panel(page, '学科').locator('[role=status] .skeleton').first()).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expect(panel(page, '控制台')).toHaveCount(0)
  await expect.poll(named).toEqual({ menu: ['学科'], tab: ['学科'], panel: '学科' })
  await expect.poll(() => titles(page)).toEqual(['控制台', '学科'])
  // Another page before the first one has arrived: its tab goes again.
  await menuLink(page, '学段').click()
  await expect(page.getByRole('heading', { level: 1, name: '学段' })).toBeVisible()
  await expect.poll(named).toEqual({ menu: ['学段'], tab: ['学段'], panel: '学段' })
  await expect.poll(() => titles(page)).toEqual(['控制台', '学段'])
  await line.release()
  await expect(page.getByRole('grid')).toBeVisible()
})

test('a page that is there at once shows no outline', async ({ page, signIn }) => {
  await signIn('admin', 'admin', '/admin/dashboard')
  // The first visit loads code and rows. The page itself goes with its tab.
  await visit(page, '学科')
  await expect(page.getByRole('grid')).toBeVisible()
  await tab(page, '学科').click({ button: 'middle' })
  await expect(panel(page, '控制台')).toBeVisible()
  // Polling from outside could miss what is there for a moment.
  await page.evaluate(() => {
    const look = () => {
      const outline = document.querySelector('[role=tabpanel][aria-label="学科"] [role=status] .skeleton')
      if (outline) document.documentElement.dataset.outlined = ''
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  await visit(page, '学科')
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-outlined')
})

test.describe('the first paint', () => {
  test('has the tabs as the browser will have them, in the language and for the user of the request', async ({
    page,
    context,
    browser,
    baseURL,
    signIn,
  }) => {
    await signIn('admin', 'admin', '/admin/dashboard')
    await visit(page, '机构')
    await visit(page, '学科')
    await expect
      .poll(async () =>
        (await context.cookies()).some(({ name, value }) => name === 'ys_tabs' && /subject/.test(value)),
      )
      .toBe(true)
    const drawn = async (language: string, change: (value: string) => string = (value) => value) => {
      const state = await context.storageState()
      const cookies = state.cookies.map((cookie) =>
        cookie.name === 'ys_tabs' ? { ...cookie, value: change(cookie.value) } : cookie,
      )
      const without = await browser.newContext({
        baseURL,
        javaScriptEnabled: false,
        storageState: { ...state, cookies },
      })
      const paper = await without.newPage()
      await paper.goto(`/admin/baseInfo/organization?lang=${language}`)
      const names = await paper.getByRole('tab').allTextContents()
      await expect(paper.getByRole('tab', { selected: true })).toHaveCount(1)
      await without.close()
      return names
    }
    expect(await drawn('zh-cn')).toEqual(['控制台', '机构', '学科'])
    expect(await drawn('en')).toEqual(['Dashboard', 'Organizations', 'Subjects'])
    // Of another user's cookie, or of a broken one, nothing is drawn but the page's own tab.
    expect(await drawn('zh-cn', (value) => value.replace(/^\d+/, '999999'))).toEqual(['机构'])
    expect(await drawn('zh-cn', () => '%%%~<script>')).toEqual(['机构'])
    expect(await drawn('zh-cn', (value) => `${value}~iframe/https:%2F%2Fevil.example~no/such/page`)).toEqual([
      '控制台',
      '机构',
      '学科',
    ])
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(['控制台', '机构', '学科'])
  })
})

test.describe('inside the shell', () => {
  test.beforeEach(({ allowConsole }) => allowConsole(/status of 40[14]/))

  test('an unknown address of the back office is told there, with the way to the dashboard', async ({
    page,
    open,
    signIn,
    expectAccessible,
  }) => {
    await signIn('admin', 'walker', '/admin/baseInfo/organization')
    await open('/admin/nope')
    await expect(page).toHaveURL('/404?path=%2Fadmin%2Fnope')
    await expect(page.getByRole('heading', { level: 1, name: '页面未找到' })).toBeVisible()
    await expect(page.getByText(/已记录，编号 \d+。/)).toBeVisible()
    await expect(menuLink(page, '机构')).toBeVisible()
    await expect(tab(page, '机构')).toBeVisible()
    await expect(page.getByRole('link', { name: '返回首页' })).toHaveCount(0)
    // Stops the automatic return.
    await page.mouse.move(600, 300)
    await page.mouse.move(620, 310)
    await expect(page.getByText('已停止自动返回。')).toBeVisible()
    await expectAccessible()
    await page.getByRole('link', { name: '返回控制台' }).click()
    await expect(page).toHaveURL('/admin/dashboard')
    await open('/admin/baseInfo/subject')
    await expect(page).toHaveURL('/401?path=%2Fadmin%2FbaseInfo%2Fsubject')
    await expect(page.getByRole('heading', { level: 1, name: '没有访问权限' })).toBeVisible()
    await menuLink(page, '机构').click()
    await expect(page).toHaveURL(/\/admin\/baseInfo\/organization/)
  })

  test('an unknown address of the member center is told there', async ({ page, open, signIn }) => {
    await signIn('user')
    for (const area of ['user', 'center']) {
      await open(`/${area}/nope`)
      await expect(page).toHaveURL(`/404?path=%2F${area}%2Fnope`)
      await expect(page.getByRole('heading', { level: 1, name: '页面未找到' })).toBeVisible()
      await expect(page.getByRole('link', { name: '账户概览' }).first()).toBeVisible()
      await page.getByRole('link', { name: '返回会员中心' }).click()
      await expect(page).toHaveURL(`/${area}/account/overview`)
    }
  })

  test('for who is not signed in there, it is told on the public site', async ({ page, open }) => {
    await open('/404?path=%2Fadmin%2Fnope')
    await expect(page.getByRole('link', { name: '返回首页' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: '主菜单' })).toHaveCount(0)
  })
})
