import { addOfficer } from '../tests/support/officer.ts'
import { expect, test } from './support/fixtures.ts'

const path = '/admin/user-role/role'

test('a role is made by searching permissions, given until a day, and compared with another', async ({
  page,
  db,
  signIn,
  expectAccessible,
}) => {
  await addOfficer({ db }, { username: 'kaowu', nodes: ['baseInfo/organization/index'], scope: 'own' })
  await signIn('admin', 'admin', `${path}?lang=zh-cn`)

  await page.getByRole('button', { name: '添加角色' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill('学科管理员')
  await dialog.getByPlaceholder('搜索').fill('学科')
  await dialog.getByRole('treeitem', { name: /^学科/ }).click()
  await expect(dialog.getByRole('treeitem', { name: /^基础信息/ })).toHaveAttribute('aria-checked', 'mixed')
  await expect(dialog.getByText('可见账号所在机构及其下级机构的数据。')).toBeVisible()
  await dialog.getByRole('button', { name: '保存', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: '学科管理员' })
  await expect(row).toContainText('本机构及下级')

  await row.getByRole('button', { name: '拥有角色学科管理员的账号' }).click()
  await dialog.getByRole('combobox', { name: '账号' }).fill('kaowu')
  await page.getByRole('option', { name: /kaowu/ }).click()
  await dialog.getByLabel('到期日期').fill('2099-08-31')
  await expectAccessible([], '[role=dialog]')
  await dialog.getByRole('button', { name: '授予角色' }).click()
  await expect(dialog.getByText('有效期至 2099-08-31')).toBeVisible()
  await dialog.getByRole('button', { name: '修改kaowu的到期日期' }).click()
  await dialog.getByRole('textbox', { name: '修改kaowu的到期日期' }).fill('')
  await dialog.getByRole('button', { name: '保存', exact: true }).click()
  await expect(dialog.getByText('长期有效', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
  await expect(row.getByRole('button', { name: '拥有角色学科管理员的账号' })).toHaveText('1')

  await row.getByRole('button', { name: '学科管理员 的更多操作' }).click()
  await page.getByRole('menuitem', { name: '复制为新的' }).click()
  await expect(dialog.getByLabel('名称')).toHaveValue('学科管理员（副本）')
  await expect(dialog.getByRole('treeitem', { name: /^基础信息/ })).toHaveAttribute('aria-checked', 'mixed')
  await dialog.getByRole('button', { name: '保存', exact: true }).click()
  const copy = page.getByRole('row').filter({ hasText: '学科管理员（副本）' })
  await expect(copy).toBeVisible()

  await copy.getByRole('checkbox').check()
  await page.getByRole('row').filter({ hasText: 'role of kaowu' }).getByRole('checkbox').check()
  await page.getByRole('button', { name: '比较所选的两个' }).click()
  const organizations = dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '查看' }) })
  await expect(organizations.last()).toBeVisible()
  await dialog.getByRole('button', { name: /仅role of kaowu有/ }).click()
  await expect(organizations).toHaveCount(1)
  await expectAccessible([], '[role=dialog]')
  await dialog.getByPlaceholder('搜索权限').fill('没有')
  await expect(dialog.getByText('没有可显示的权限')).toBeVisible()
})

test('the address of groups leads to the roles, with its query', async ({ page, signIn, open }) => {
  await signIn('admin')
  await open('/admin/auth/group?quickSearch=kaowu')
  await expect(page).toHaveURL(`${path}?quickSearch=kaowu`)
})
