import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { confirmedAddress } from '#src/db/external-identity.table.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { legalAgreement, legalVersion } from '#src/db/legal.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { expect, speak, test } from './support/fixtures.ts'
import { openMailbox } from './support/mailbox.ts'
import { type Language, wordsOf } from './support/words.ts'

const PASSWORD = 'Quiet-river-12'

async function configure(db: Database, settings: Record<string, unknown>) {
  for (const [name, value] of Object.entries(settings))
    await db
      .insert(config)
      .values({ name, group: 'member', value })
      .onConflictDoUpdate({ target: config.name, set: { value } })
}

/** Opens registration, with terms of today. The product learns of it through the database. */
async function openRegistration(db: Database, page: Page) {
  const text = { 'zh-cn': '协议正文', en: 'The terms' }
  await configure(db, { registration: true, termsText: text })
  await db.insert(legalVersion).values({ kind: 'terms', text })
  const site = async () => (await (await page.request.get('/api/site')).json()).data
  await expect.poll(async () => (await site()).legal).toEqual(['terms'])
  await expect.poll(async () => (await site()).codeWays).toEqual(['mail'])
  await expect.poll(async () => (await site()).registration).toBe(true)
}

/** Asks for a code without the picture. */
async function askCode(page: Page, form: Locator, words: ReturnType<typeof wordsOf>, address: string) {
  await form.locator('[name=address]').fill(address)
  await form.getByRole('button', { name: words('contact_send') }).click()
  await page.getByRole('button', { name: words('captcha_withoutPicture') }).click()
  await expect(form.getByText(words('code_sent'))).toBeVisible({ timeout: 60_000 })
  await expect(form.getByRole('button', { name: /\d/ })).toBeDisabled()
}

/** The code in the only mail to an address. */
async function codeTo(mailbox: Awaited<ReturnType<typeof openMailbox>>, address: string): Promise<string> {
  await expect.poll(() => mailbox.to(address).length).toBe(1)
  const body = mailbox.to(address)[0]?.split('\r\n\r\n').slice(1).join('\n') ?? ''
  const [, encoded] = /base64\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(body) ?? []
  const text = encoded ? Buffer.from(encoded, 'base64').toString() : body
  return /\b(\d{6})\b/.exec(text)?.[1] ?? ''
}

const journeys: [Language, string, { width: number; height: number }][] = [
  ['zh-cn', 'xinren', { width: 1280, height: 900 }],
  ['en', 'newcomer', { width: 390, height: 844 }],
]

for (const [language, username, size] of journeys)
  test(`${language}, ${size.width} px: a visitor registers, and is signed in on the page that was asked for`, async ({
    page,
    ground,
    db,
    open,
    baseURL,
    allowConsole,
    expectAccessible,
  }) => {
    allowConsole(/status of 422/)
    const words = wordsOf(language)
    const mailbox = await openMailbox(ground)
    await page.setViewportSize(size)
    await speak(page, language, baseURL)
    await openRegistration(db, page)
    const address = `${username}@school.test`
    await open(`/user/login?to=${encodeURIComponent(JSON.stringify({ path: '/user/account/profile' }))}`)
    await page.getByRole('link', { name: words('register_link') }).click()
    await expect(page.getByRole('heading', { name: words('register_title') })).toBeVisible()
    const form = page.locator('form')
    await expect(form.getByText(words('outbox_smsOff'))).toBeVisible()
    await expect(form.getByRole('radio', { name: words('reach_sms') })).toBeDisabled()
    const submit = form.getByRole('button', { name: words('register_submit') })
    await form.locator('[name=username]').fill('member')
    await askCode(page, form, words, address)
    await expectAccessible()
    await form.locator('[name=code]').fill(await codeTo(mailbox, address))
    await form.locator('[name=password]').fill(PASSWORD)
    await submit.click()
    await expect(form.getByText(words('register_mustAgree'))).toBeVisible()
    // The texts open beside the form.
    await expect(form.getByRole('link', { name: words('config_termsText') })).toHaveAttribute('target', '_blank')
    await form.locator('[name=agreed]').check()
    await submit.click()
    // A taken name is said at its field, and nothing is lost.
    await expect(form.getByText(words('register_nameTaken'))).toBeVisible()
    await expect(form.locator('[name=password]')).toHaveValue(PASSWORD)
    await form.locator('[name=username]').fill(username)
    await form.getByText(words('login_keep')).click()
    await submit.click()
    await expect(page).toHaveURL(/\/user\/account\/profile/, { timeout: 30_000 })
    const [made] = await db.select({ id: account.id }).from(account).where(eq(account.username, username))
    const agreed = await db
      .select()
      .from(legalAgreement)
      .where(eq(legalAgreement.accountId, made?.id ?? 0))
    expect(agreed).toHaveLength(1)
    expect((await page.context().cookies()).find(({ name }) => name.includes('account'))?.value).toBe(username)
    await mailbox.close()
  })

for (const [language, , size] of journeys.slice(1))
  test(`${language}, ${size.width} px: a forgotten password is set by a code, and signs in with the address`, async ({
    page,
    ground,
    db,
    open,
    baseURL,
    allowConsole,
    expectAccessible,
  }) => {
    allowConsole(/status of 422/)
    const words = wordsOf(language)
    const mailbox = await openMailbox(ground)
    await page.setViewportSize(size)
    await speak(page, language, baseURL)
    const address = `${language}@school.test`
    const [owner] = await write(db, systemAuthor, 'save', (tx) =>
      tx.update(account).set({ email: address }).where(eq(account.username, 'member')).returning({ id: account.id }),
    )
    await db.insert(confirmedAddress).values({ accountId: owner?.id ?? 0, channel: 'mail', address })
    await expect.poll(async () => (await (await page.request.get('/api/site')).json()).data.codeWays).toEqual(['mail'])
    await open('/user/login')
    await page.getByRole('button', { name: words('retrieve_link') }).click()
    const dialog = page.getByRole('dialog', { name: words('retrieve_title') })
    await askCode(page, dialog, words, address)
    await expectAccessible()
    const code = await codeTo(mailbox, address)
    await dialog.locator('[name=code]').fill(code === '000000' ? '000001' : '000000')
    await dialog.locator('[name=password]').fill(PASSWORD)
    const submit = dialog.getByRole('button', { name: words('retrieve_submit') })
    await submit.click()
    await expect(dialog.getByText(words('code_wrong'))).toBeVisible()
    await dialog.locator('[name=code]').fill(code)
    await submit.click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(words('retrieve_done'))).toBeVisible()
    await page.locator('[name=username]').fill(address.toUpperCase())
    await page.locator('[name=password]').fill(PASSWORD)
    await page.locator('button[type=submit]').click()
    await expect(page).toHaveURL(/\/user\/(?!login|loading)/, { timeout: 30_000 })
    await mailbox.close()
  })

test('closed registration shows its sentence, and without a way of sending nothing offers a new password', async ({
  page,
  db,
  open,
}) => {
  const words = wordsOf('zh-cn')
  const site = async () => (await (await page.request.get('/api/site')).json()).data
  await configure(db, {
    registration: false,
    registrationSentence: { 'zh-cn': '九月开放注册', en: 'From September' },
    mailMode: 'off',
    smsMode: 'off',
  })
  await expect.poll(async () => (await site()).codeWays).toEqual([])
  await open('/user/login?type=register')
  await expect(page.getByText('九月开放注册')).toBeVisible()
  await expect(page.locator('form')).toHaveCount(0)
  await page.getByRole('link', { name: words('register_signIn') }).click()
  await expect(page.locator('[name=username]')).toBeVisible()
  await expect(page.getByRole('button', { name: words('retrieve_link') })).toHaveCount(0)
  await page.locator('[name=username]').fill('no name')
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await expect(page.getByText(words('rule_signInName'))).toBeVisible()
  await configure(db, { registration: true })
  await expect.poll(async () => (await site()).registration).toBe(true)
  await open('/user/login?type=register')
  await expect(page.getByText(words('register_noWay'))).toBeVisible()
})
