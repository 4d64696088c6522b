import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { account } from '#src/db/identity.table.server.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { passwords } from '../tests/support/passwords.ts'
import { expect, putSession, test, untilAlive } from './support/fixtures.ts'
import { openMailbox } from './support/mailbox.ts'
import { wordsOf } from './support/words.ts'

const PROFILE = '/admin/routine/adminInfo'
const [zh, en] = [wordsOf('zh-cn'), wordsOf('en')]
const picture = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: '#27c' } })
    .png()
    .toBuffer()

test('a new e-mail address needs the password and the code that arrives there; the old one gets a notice', async ({
  page,
  ground,
  db,
  signIn,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/status of 422/)
  const mailbox = await openMailbox(ground)
  await addOfficer({ db }, { username: 'mail_owner', nodes: ['dashboard'], scope: 'all' })
  await db.update(account).set({ email: 'old@school.test' }).where(eq(account.username, 'mail_owner'))
  await page.setExtraHTTPHeaders({ 'accept-language': 'en' })
  await signIn('admin', 'mail_owner', `${PROFILE}?lang=en`)
  await page.getByRole('button', { name: en('contact_changeOf', { label: en('profile_email') }) }).click()
  const dialog = page.getByRole('dialog', { name: en('contact_emailTitle') })
  await dialog.locator('[name=address]').fill('new@school.test')
  await dialog.getByRole('button', { name: en('contact_send') }).click()
  await page.getByRole('button', { name: en('captcha_withoutPicture') }).click()
  await expect(dialog.getByText(en('code_sent'))).toBeVisible({ timeout: 60_000 })
  await expectAccessible()

  // Who corrects the address need not wait, and nothing is said of the other one.
  await dialog.locator('[name=address]').fill('newer@school.test')
  await expect(dialog.getByText(en('code_sent'))).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: en('contact_send') })).toBeEnabled()
  await dialog.locator('[name=address]').fill('new@school.test')

  await expect.poll(() => mailbox.to('new@school.test').length).toBe(1)
  const [, code = ''] =
    /\b(\d{6})\b/.exec(mailbox.to('new@school.test')[0]?.split('\r\n\r\n').slice(1).join() ?? '') ?? []
  await dialog.locator('[name=code]').fill(code === '000000' ? '000001' : '000000')
  await dialog.locator('[name=password]').fill('Not-this-one1')
  const save = dialog.getByRole('button', { name: en('contact_save') })
  await save.click()
  await expect(dialog.getByText(en('password_wrong'))).toBeVisible()
  await dialog.locator('[name=password]').fill(passwords.admin)
  await save.click()
  await expect(dialog.getByText(en('code_wrong'))).toBeVisible()
  await expect(save).not.toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog', { name: en('crud_discardTitle') })
    .getByRole('button', { name: en('ui_cancel') })
    .click()
  await expect(dialog.locator('[name=address]')).toHaveValue('new@school.test')
  await dialog.locator('[name=code]').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await save.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('new@school.test')).toBeVisible()
  await expect.poll(() => mailbox.to('old@school.test').length).toBe(1)
  expect(mailbox.to('new@school.test')).toHaveLength(1)
  await mailbox.close()
})

test('picture, language and time format hold at once: in the top bar, and in another tab', async ({
  page,
  ground,
  db,
  signIn,
}) => {
  await addOfficer({ db }, { username: 'chooser', nodes: ['baseInfo/subject/index'], scope: 'all' })
  await signIn('admin', 'chooser', PROFILE)
  const other = await page.context().newPage()
  await putSession(other, ground, 'admin', 'chooser')
  await other.goto(PROFILE)
  await untilAlive(other)

  await page.getByLabel(zh('profile_changePicture')).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await picture(),
  })
  await expect(page.getByRole('banner').locator('img')).toBeVisible()

  await page.getByLabel(zh('profile_timeFormat')).selectOption('halfday')
  await expect(page.getByText(/[上下]午 \d/).first()).toBeVisible()
  await expect(other.getByText(/[上下]午 \d/).first()).toBeVisible()
  await expect(other.getByRole('banner').locator('img')).toBeVisible()
  await untilAlive(page)
  await page.getByLabel(zh('profile_language'), { exact: true }).selectOption('en')
  for (const one of [page, other])
    await expect(one.getByRole('heading', { name: en('profile_preferences') })).toBeVisible()
  await untilAlive(page)
  await page.getByRole('button', { name: en('profile_removePicture') }).click()
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
  await other.close()
})
