import { readFile } from 'node:fs/promises'
import { MEMBER_PASSWORD } from '../tests/support/api.ts'
import { unzip } from '../tests/support/own-data.ts'
import { contract } from './support/contract.ts'
import { escapeFrom, expect, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a member downloads the own data on a telephone, after a fresh proof, and learns why it fails', async ({
  page,
  ground,
  db,
  open,
  signIn,
  allowConsole,
  expectAccessible,
}) => {
  const say = wordsOf('zh-cn')
  const { rows } = await db.execute<{ id: number }>(`select id::int as id from account where username = 'member'`)
  const call = await contract(ground.url)
  const entry = { accountId: rows[0]?.id, amount: 12_345, memo: '竞赛奖金' }
  expect((await call('money-log/add', entry)).code).toBe(200)

  await signIn('user')
  // As if the sign-in were longer ago than a proof holds.
  await db.execute('delete from proof')
  await open('/user/account/data')
  await expect(page).toHaveTitle(new RegExp(say('pagesTitle_ownData')))
  const card = page.getByRole('region', { name: say('ownData_title') })
  const button = card.getByRole('button', { name: say('ownData_button'), exact: true })
  await expectAccessible()

  // Whoever does not show that it is them gets nothing.
  allowConsole(/403/)
  await button.click()
  const dialog = page.getByRole('dialog', { name: say('proof_title') })
  await escapeFrom(dialog)
  await expect(card.getByRole('alert')).toContainText(say('ownData_notProven'))

  await button.click()
  await expect(dialog).toContainText(say('proof_textMember'))
  await dialog.locator('input[name=password]').fill(MEMBER_PASSWORD)
  const begun = page.waitForEvent('download')
  await dialog.getByRole('button', { name: say('ui_confirm'), exact: true }).click()
  const download = await begun
  await expect(card.getByText(say('ownData_begun'))).toBeVisible()
  await expect(card.getByRole('alert')).toBeHidden()
  await expectAccessible()
  expect(download.suggestedFilename()).toMatch(/^我的数据 \d{4}-\d\d-\d\d\.zip$/)
  const files = await unzip(await readFile(await download.path()))
  expect(files.get('README.txt')?.toString()).toContain(say('ownData_readMeContent'))
  expect(files.get('balance.csv')?.toString()).toContain('竞赛奖金,123.45,123.45')

  // The proof holds for ten minutes, and three archives an hour are enough.
  for (const language of ['zh-cn', 'en'] as const) {
    const spoken = wordsOf(language)
    if (language === 'en') await open('/center/account/data?lang=en')
    const again = page.waitForEvent('download')
    await page.getByRole('button', { name: spoken('ownData_button'), exact: true }).click()
    expect((await unzip(await readFile(await (await again).path()))).size).toBe(files.size)
  }
  allowConsole(/429/)
  const english = wordsOf('en')
  await page.getByRole('button', { name: english('ownData_button'), exact: true }).click()
  const refused = page.getByRole('alert')
  await expect(refused).toHaveText(english('ownData_limitReached', { most: 3, minutes: 60 }))
  await expectAccessible()

  // Without a connection the page says so, and nothing is asked.
  await page.context().setOffline(true)
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await page.getByRole('button', { name: english('ownData_button'), exact: true }).click()
  await expect(refused).toContainText(english('error_offline'))
  await page.context().setOffline(false)
})
