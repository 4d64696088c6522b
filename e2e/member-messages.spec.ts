import { sql } from 'drizzle-orm'
import { contract } from './support/contract.ts'
import { escapeFrom, expect, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const say = wordsOf('zh-cn')

test('the office announces to a group; a member hears of it at once, reads it, and follows balance and points', async ({
  page,
  ground,
  open,
  signIn,
  expectAccessible,
}) => {
  const call = await contract(ground.url)
  const { rows } = await ground.db.execute<{ id: number; group: number }>(sql`
    select account.id::int as id, mp.group_id::int as group from account join member_profile mp on mp.account_id = account.id
    where username = 'member'`)
  const { id: accountId = 0, group: groupId = 0 } = rows[0] ?? {}
  await ground.db.execute(sql`update notice set read_time = now()`)

  // The office sees how many people it reaches.
  await signIn('admin', 'admin', '/admin/routine/announcement')
  await page.getByRole('button', { name: /^添加/ }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: new RegExp(`^${say('announcement_heading')}`) }).fill('会员日')
  await form.getByRole('textbox', { name: new RegExp(`^${say('announcement_content')}`) }).fill('本周六开放。')
  await form.getByRole('combobox', { name: new RegExp(`^${say('announcement_audience')}`) }).click()
  await page.getByRole('option', { name: say('announcement_audience_groups') }).click()
  await expect(form.getByText(say('announcement_reachesUnknown'))).toBeVisible()
  await form.getByRole('combobox', { name: new RegExp(`^${say('announcement_groupIds')}`) }).click()
  await page.getByRole('option', { name: '普通会员' }).click()
  await page.keyboard.press('Escape')
  await expect(form.getByText(say('announcement_reaches', { count: '1' }))).toBeVisible()
  await expectAccessible()

  // The open page of the member hears of it.
  await signIn('user')
  await open('/user/account/messages')
  await expect(page.getByText(say('messages_none'))).toBeVisible()
  const bell = page.getByRole('button', { name: new RegExp(`^${say('notice_open')}`) })
  await expect(bell).toBeVisible()
  const letter = {
    title: '会员日',
    content: '本周六开放。',
    audience: 'groups',
    groupIds: [groupId],
    status: 'published',
  }
  expect((await call('announcement/add', { ...letter, roleIds: [], organizationIds: [] })).code).toBe(200)
  await expect(bell).toHaveAccessibleName(say('notice_unread', { count: '1' }))
  await expect(page.getByText(say('messages_unread', { count: '1' }))).toBeVisible()
  await expectAccessible()
  await page
    .getByRole('main')
    .getByRole('button', { name: /会员日/ })
    .click()
  const dialog = page.getByRole('dialog', { name: '会员日' })
  await expect(dialog).toContainText('本周六开放。')
  await escapeFrom(dialog)
  await expect(bell).toHaveAccessibleName(say('notice_open'))
  await page.getByRole('button', { name: say('messages_onlyUnread'), exact: true }).click()
  await expect(page).toHaveURL(/unread=1/)
  await expect(page.getByText(say('messages_noneUnread'))).toBeVisible()

  // Balance and points.
  for (const [amount, memo] of [
    [12_345, '竞赛奖金'],
    [-345, '资料费'],
  ])
    expect((await call('money-log/add', { accountId, amount, memo })).code).toBe(200)
  await page.setViewportSize({ width: 390, height: 844 })
  await open('/user/account/balance')
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(page.getByRole('main').getByText('120.00').first()).toBeVisible()
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText('−3.45')
  await expectAccessible()
  await page.getByRole('textbox', { name: say('ownLedger_memo') }).fill('奖金')
  await page.getByRole('button', { name: say('ownLedger_find'), exact: true }).click()
  await expect(entries).toHaveCount(1)
  await expect(page).toHaveURL(/memo=/)
  await page.getByRole('button', { name: say('ownLedger_export') }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: say('export_csv') }).click()
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
  await page.getByRole('button', { name: say('ownLedger_reset') }).click()
  await expect(entries).toHaveCount(2)
  await open('/center/account/integral')
  await expect(page.getByText(say('ownLedger_none'))).toBeVisible()
  await expectAccessible()

  // The bell leads to the page, in the same view of the center.
  await bell.click()
  await page.getByRole('button', { name: say('notice_page') }).click()
  await expect(page).toHaveURL('/center/account/messages')
  await expect(page.getByRole('main').getByRole('button', { name: /会员日/ })).toBeVisible()
})
