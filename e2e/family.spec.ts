import { readFile } from 'node:fs/promises'
import { contract } from './support/contract.ts'
import { alive, expect, putSession, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')

test('an officer makes a code for a pupil, a member uses it, and the officer takes the link away', async ({
  page,
  ground,
  browser,
  baseURL,
  signIn,
  expectAccessible,
}) => {
  const call = await contract(ground.url)
  const [level] = (await call('educate-level/index?limit=1')).data.list
  const [year] = (await call(`student-year/index?limit=1`)).data.list
  const org = { levelIds: [level.id], status: 1 }
  const school = await call('organization/add', { ...org, pid: null, code: 'E', name: '东方中学', type: 'school' })
  const own = await call('organization/add', { ...org, pid: school.data.id, code: 'E1', name: '1班', type: 'class' })
  const pupil = { number: 'S1', name: '李雷', yearId: year.id, orgId: own.data.id, since: '2024-09-01' }
  expect((await call('student/add', { ...pupil, gender: 0, status: 'active' })).code).toBe(200)

  await signIn('admin', 'admin', '/admin/baseInfo/student')
  await page.getByRole('row', { name: /李雷/ }).getByRole('checkbox').check()
  await page.getByRole('button', { name: m('familyCodes_action') }).click()
  const dialog = page.getByRole('dialog', { name: m('familyCodes_title') })
  await dialog.getByRole('radio', { name: '2' }).check()
  await expectAccessible()
  await dialog.getByRole('button', { name: m('familyCodes_make'), exact: true }).click()
  await expect(dialog.getByText(m('familyCodes_done', { count: 2 }))).toBeVisible()
  await expectAccessible()
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: m('familyCodes_csv') }).click()
  const lines = (await readFile(await (await saved).path(), 'utf8')).split('\r\n')
  const [code = '', other = ''] = lines.slice(1).map((line) => line.split(',')[5])
  await dialog
    .getByRole('button', { name: m('ui_close'), exact: true })
    .last()
    .click()
  await expect(dialog).toHaveCount(0)

  const home = await browser.newContext({ baseURL })
  const family = await home.newPage()
  await putSession(family, ground, 'user')
  await family.goto('/user/account/family')
  await alive(family)
  await family.getByRole('textbox', { name: m('family_code') }).fill(code.toLowerCase().replaceAll('-', ' '))
  await family.getByRole('button', { name: m('family_next') }).click()
  await expect(family.getByText('李*')).toBeVisible()
  await expect(family.getByText('李雷')).toHaveCount(0)
  await family.getByRole('radio', { name: m('family_kin_mother') }).check()
  await family.getByRole('button', { name: m('family_link'), exact: true }).click()
  await expect(family.getByText('东方中学 · 1班')).toBeVisible()

  // A code that nobody has used yet is taken back.
  await page.getByRole('row', { name: /李雷/ }).getByRole('checkbox').check()
  await page.getByRole('button', { name: m('familyCodes_revoke') }).click()
  const revoking = page.getByRole('alertdialog', { name: m('familyCodes_revokeQuestion', { count: 1 }) })
  await revoking.getByRole('button', { name: m('familyCodes_revoke') }).click()
  await expect(page.getByText(m('family_codesRevoked', { count: 1 }))).toBeVisible()
  await family.getByRole('textbox', { name: m('family_code') }).fill(other)
  await family.getByRole('button', { name: m('family_next') }).click()
  await expect(family.getByText(m('family_codeWrong'))).toBeVisible()

  await page
    .getByRole('navigation')
    .getByRole('link', { name: m('menu_guardian'), exact: true })
    .click()
  const row = page.getByRole('row', { name: /李雷/ })
  await expect(row).toContainText(m('family_kin_mother'))
  await expectAccessible()
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: m('crud_delete'), exact: true }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: m('crud_delete') }))
  await question.getByRole('button', { name: m('crud_delete'), exact: true }).click()
  // While the question is open, role queries find no row in any case.
  await expect(question).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await family.reload()
  await alive(family)
  await expect(family.getByText(m('family_none'))).toBeVisible()
  // The other view of the member center has the page too.
  await family.goto('/center/account/family')
  await expect(family.getByRole('heading', { name: m('pagesTitle_family'), level: 1 })).toBeVisible()
  await home.close()
})
