import { sql } from 'drizzle-orm'
import { contract } from './support/contract.ts'
import { escapeFrom, expect, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const say = wordsOf('zh-cn')

test('an announcement reaches an open page and a member; the reader opens it, and then nothing is unread', async ({
  page,
  ground,
  open,
  reload,
  signIn,
  expectAccessible,
}) => {
  const call = await contract(ground.url)
  await signIn('admin', 'admin', '/admin/dashboard')
  // The test is not about the devices of its own sign-ins.
  await ground.db.execute(sql`update notice set read_time = now()`)
  await reload()
  const bell = page.getByRole('button', { name: new RegExp(`^${say('notice_open')}`) })
  await expect(bell).toBeVisible()
  for (const [title, audience] of [
    ['期中考试安排', 'staff'],
    ['会员须知', 'members'],
  ]) {
    const content = '请于周五前提交考场名单。'
    const answer = await call('announcement/add', {
      title,
      content,
      audience,
      status: 'published',
      roleIds: [],
      organizationIds: [],
    })
    expect(answer.code).toBe(200)
  }

  // The open page hears of it.
  await expect(bell).toHaveAccessibleName(say('notice_unread', { count: '1' }))
  await bell.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: say('notice_open') })
  await expect(panel.getByRole('listitem').first()).toContainText('期中考试安排')
  await expectAccessible()
  await panel.getByRole('button', { name: /期中考试安排/ }).focus()
  await page.keyboard.press('Enter')
  const letter = page.getByRole('dialog', { name: '期中考试安排' })
  await expect(letter).toContainText('请于周五前提交考场名单。')
  await expectAccessible()
  await escapeFrom(letter)
  await expect(bell).toHaveAccessibleName(say('notice_open'))

  await signIn('user')
  await open('/user/account/overview')
  await bell.click()
  await expect(panel.getByRole('listitem')).toContainText('会员须知')
  await panel.getByRole('button', { name: say('notice_readAll') }).click()
  await expect(bell).toHaveAccessibleName(say('notice_open'))
})
