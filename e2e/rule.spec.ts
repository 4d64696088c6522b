import type { Page } from '@playwright/test'
import { and, eq } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { contract } from './support/contract.ts'
import { expect, test } from './support/fixtures.ts'

const path = '/admin/user-role/rule'
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const sidebar = (page: Page) => page.getByRole('navigation').first()

async function save(page: Page) {
  await dialog(page).getByRole('button', { name: '保存', exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
}

async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    await dialog(page)
      .getByRole('textbox', { name: new RegExp(`^${label}`) })
      .fill(value)
}

async function ruleOf(db: Database, name: string) {
  const [found] = await db
    .select()
    .from(rule)
    .where(and(eq(rule.area, 'admin'), eq(rule.name, name)))
  return found
}

test('a directory with a link is in the menu at once, in both languages, and the old address leads here', async ({
  page,
  open,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', 'admin', '/admin/auth/rule?quickSearch=user-role')
  await expect(page).toHaveURL(/\/admin\/user-role\/rule\?quickSearch=user-role/)
  await open(path)
  await page.getByRole('button', { name: '添加菜单项' }).click()
  await dialog(page).getByText('目录', { exact: true }).click()
  await fill(page, { 标题: '资料', 英文标题: 'Materials', 名称: 'materials' })
  await save(page)
  await expect(row(page, 'materials')).toContainText('资料')
  await page.getByRole('button', { name: '在 materials 下添加' }).click()
  await dialog(page).getByText('外部链接', { exact: true }).click()
  await fill(page, { 标题: '标准', 英文标题: 'Standards', 名称: 'materials/standards', 网址: 'example.org' })
  await dialog(page).getByRole('button', { name: '保存', exact: true }).click()
  await expect(dialog(page).getByText('请输入正确的网址')).toBeVisible()
  await fill(page, { 网址: 'https://example.org/standards' })
  await save(page)
  await expect(row(page, 'materials/standards')).toContainText('标准')
  await expectAccessible()

  await sidebar(page).getByRole('link', { name: '控制台' }).click()
  await expect(sidebar(page).getByRole('link', { name: '标准' })).toHaveAttribute(
    'href',
    'https://example.org/standards',
  )
  await page.context().addCookies([{ name: 'ys_lang', value: 'en', url: page.url() }])
  await page.reload()
  await expect(sidebar(page).getByText('Materials')).toBeVisible()
})

test('what somebody else changes in the menu is there at the next navigation', async ({ page, ground, signIn }) => {
  await signIn('admin', 'admin', path)
  await expect(sidebar(page).getByRole('link', { name: '学段' })).toBeVisible()
  const call = await contract(ground.url)
  const id = (await ruleOf(ground.db, 'baseInfo/educate-level'))?.id
  expect(await call('rule/edit', { id, title: '教育阶段' })).toMatchObject({ code: 200 })
  await sidebar(page).getByRole('link', { name: '学科' }).click()
  await expect(sidebar(page).getByRole('link', { name: '教育阶段' })).toBeVisible()
  // Both pages are there already, so the way back asks the server for nothing but this.
  await sidebar(page).getByRole('link', { name: '权限菜单' }).click()
  await expect(page.getByRole('heading', { name: '权限菜单' })).toBeVisible()
  expect(await call('rule/edit', { id, title: '学习阶段' })).toMatchObject({ code: 200 })
  await sidebar(page).getByRole('link', { name: '学科' }).click()
  await expect(sidebar(page).getByRole('link', { name: '学习阶段' })).toBeVisible()
  // When nothing has changed, a navigation asks once, and the page is left alone.
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/_serverFn/')) asked.push(request.url())
  })
  const names = ['权限菜单', '学科', '权限菜单', '学科']
  for (const name of names) {
    const answer = page.waitForResponse((response) => response.url().includes('/_serverFn/'))
    await sidebar(page).getByRole('link', { name }).click()
    await answer
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }
  expect(asked.length).toBeLessThan(3 * names.length)
})

test('standard buttons come in one step and go back in one; rows are dragged with the keyboard', async ({
  page,
  db,
  signIn,
}) => {
  await signIn('admin', 'admin', path)
  const subject = row(page, 'baseInfo/subject')
  await subject.getByRole('button', { name: 'baseInfo/subject 的更多操作' }).click()
  await page.getByRole('menuitem', { name: '添加标准按钮' }).click()
  await expect(page.getByText('已添加 3 个按钮')).toBeVisible()
  expect(await ruleOf(db, 'baseInfo/subject/del')).toMatchObject({ title: 'button_del', builtIn: true })
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await expect.poll(async () => ruleOf(db, 'baseInfo/subject/del')).toBeUndefined()

  const handle = page.getByRole('button', { name: '移动 baseInfo/subject' })
  await handle.focus()
  await expect(handle).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText(/^已拿起 /)).toBeAttached()
  for (const key of ['ArrowDown', 'Space']) await page.keyboard.press(key)
  await expect
    .poll(async () => {
      const rows = await db
        .select({ name: rule.name })
        .from(rule)
        .where(eq(rule.pid, (await ruleOf(db, 'baseInfo'))?.id ?? 0))
        .orderBy(rule.sortKey)
      return rows.map(({ name }) => name).slice(0, 3)
    })
    .toEqual(['baseInfo/organization', 'baseInfo/educate-level', 'baseInfo/subject'])
})
