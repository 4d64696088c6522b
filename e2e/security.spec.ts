import type { Locator, Page } from '@playwright/test'
import { contract } from './support/contract.ts'
import { escapeFrom, expect, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

// What was deleted comes back from the recycle log, and a sensitive field from the log of sensitive data.

const say = wordsOf('en')
const dialog = (page: Page) => page.getByRole('dialog')

/** Expects a tag of a row to be shown whole. */
async function expectWhole(row: Locator, text: string): Promise<void> {
  const tag = row.getByText(text, { exact: true })
  await expect(tag).toBeVisible()
  expect(await tag.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
}

test('deleted rows are looked at, what stands in their way is said, and the others come back', async ({
  page,
  ground,
  signIn,
  expectAccessible,
}) => {
  const call = await contract(ground.url)
  await call('data-recycle/add', { name: 'Subjects', resource: 'subject', months: 0, status: 1 })
  const subject = (code: string, name: string) => ({
    code,
    name,
    type: 'first',
    fullMark: 100,
    status: 1,
    levelIds: [],
  })
  const ids: number[] = []
  for (const [code, name] of [
    ['Z1', 'Zoology'],
    ['Z2', 'Zymurgy'],
  ] as const)
    ids.push((await call('subject/add', subject(code, name))).data.id)
  await call('subject/bulkDel', { ids })
  await call('subject/add', subject('Z2', 'Takes the code'))
  await signIn('admin', 'admin', '/admin/security/dataRecycleLog?lang=en')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Zoology')
    .getByRole('button', { name: say('crud_viewRow', { name: 'Zoology' }) })
    .click()
  await expect(dialog(page)).toContainText(say('recycle_content'))
  await expect(dialog(page)).toContainText('Zymurgy')
  await expectAccessible()
  await escapeFrom(dialog(page))
  for (const name of ['Zoology', 'Zymurgy']) await row(name).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Restore 2 rows' }).click()
  await expect(dialog(page)).toContainText(say('recycle_someCan', { count: '1', refused: '1' }))
  await expectAccessible()
  await dialog(page).getByRole('button', { name: 'Restore 1 row' }).click()
  await expect(dialog(page)).toContainText(say('recycle_restoredSome', { count: '1', refused: '1' }))
  await dialog(page)
    .getByRole('button', { name: say('ui_close') })
    .last()
    .click()
  await expectWhole(row('Zoology'), say('recycle_isRestored'))
  await expect(row('Zymurgy')).toContainText(say('recycle_notRestored'))
  expect((await call(`subject/edit?id=${ids[0]}`)).data.row).toMatchObject({ name: 'Zoology' })
})

test('a field goes back only after its present value was seen', async ({ page, ground, signIn, expectAccessible }) => {
  const call = await contract(ground.url)
  const person = {
    username: 'rollback',
    name: 'Roll',
    password: 'Hidden-kite-12',
    status: 1,
    roleIds: [],
    deptId: null,
    super: 0,
  }
  const { id } = (await call('user/add', { ...person, phone: '13800138000' })).data
  await call('user/edit', { id, phone: '13900139000', email: 'roll@example.org' })
  await call('user/edit', { id, phone: '13700137000' })
  await signIn('admin', 'admin', '/admin/security/sensitiveDataLog?lang=en')
  const row = page.getByRole('row').filter({ hasText: '13800138000' })
  await row.getByRole('button', { name: say('crud_viewRow', { name: 'rollback' }) }).click()
  await expect(dialog(page).locator('del, ins').first()).toBeVisible()
  await expect(dialog(page)).toContainText('roll@example.org')
  await expectAccessible()
  await escapeFrom(dialog(page))
  await row.getByRole('button', { name: say('sensitive_rollBack') }).click()
  await dialog(page)
    .getByRole('button', { name: say('sensitive_rollBack'), exact: true })
    .click()
  await expect(dialog(page)).toContainText('13700137000')
  await expectAccessible()
  await dialog(page)
    .getByRole('button', { name: say('sensitive_rollBackAnyway') })
    .click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(row.first()).toBeVisible()
  expect((await call(`user/edit?id=${id}`)).data.row).toMatchObject({ phone: '13800138000', email: 'roll@example.org' })
  const rolledBack = page.getByRole('row').filter({ hasText: '13900139000' })
  await expectWhole(rolledBack.filter({ hasText: say('sensitive_isRolledBack') }), say('sensitive_isRolledBack'))
})
