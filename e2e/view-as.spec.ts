import { addOfficer } from '../tests/support/officer.ts'
import { expect, test, untilAlive } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')

test('a super administrator looks at the back office as somebody else, is told so on every page, and comes back', async ({
  page,
  ground,
  signIn,
  expectAccessible,
}) => {
  await addOfficer(ground, { username: 'clerk', nodes: ['baseInfo/organization/index'], scope: 'all' })
  await signIn('admin', 'admin', '/admin/user-role/user')
  const row = page.getByRole('row', { name: /clerk/ })
  await row.getByRole('button', { name: m('crud_more', { name: 'clerk' }) }).click()
  await page.getByRole('menuitem', { name: m('viewAs_action') }).click()
  const end = page.getByRole('button', { name: m('viewAs_end') })
  await expect(end).toBeVisible()
  await expect(page.getByText(/admin正在以clerk的身份查看后台/)).toBeVisible()
  // The back office begins anew. A press before it is hydrated is lost.
  await untilAlive(page)
  // The menu is that of the other account.
  const menu = page.getByRole('navigation', { name: m('shell_mainMenu') })
  await menu.getByRole('link', { name: m('menu_organization') }).click()
  await expect(page.getByRole('heading', { name: m('menu_organization') })).toBeVisible()
  await expect(menu.getByRole('link', { name: m('menu_user') })).toHaveCount(0)
  await expect(end).toBeVisible()
  await expectAccessible()
  await end.click()
  await expect(end).toHaveCount(0)
  await expect(menu.getByRole('link', { name: m('menu_user') })).toBeVisible()
})
