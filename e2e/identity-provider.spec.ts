import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { account } from '#src/db/identity.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { provider } from '#src/db/provider.table.server.ts'
import { CLIENT, serveProvider } from '../tests/support/oidc-server.ts'
import { passwords } from '../tests/support/passwords.ts'
import { expect, fillSignIn, leaveProduct, speak, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')
const name = '学校云'

/** Signs in on the provider's own pages, and agrees. The window of a proof closes itself then. */
async function signInThere(page: Page, subject: string, site: string): Promise<void> {
  await page.waitForURL((url) => !url.href.startsWith(site))
  while (!page.isClosed() && !page.url().startsWith(site)) {
    const login = page.locator('input[name=login]')
    if ((await login.count()) > 0) {
      await login.fill(subject)
      await page.locator('input[name=password]').fill('any')
    }
    const from = page.url()
    await page.locator('button[type=submit]').click()
    await page
      .waitForURL((url) => url.href !== from)
      .catch((error: unknown) => {
        if (!page.isClosed()) throw error
      })
  }
}

const button = (page: Page) => page.getByRole('link', { name: m('provider_with', { name }) })

test('a provider is configured, an account linked by its password, unlinked, and linked again in the profile', async ({
  page,
  ground,
  open,
  signIn,
  allowConsole,
  expectAccessible,
}) => {
  // The pages of the provider have neither an icon nor the fonts that they ask for here.
  allowConsole(/Failed to load resource/)
  const site = ground.url
  const { issuer, close } = await serveProvider('localhost', `${site}/sign-in/callback/admin`)
  await signIn('admin', undefined, '/admin/routine/provider')
  await page
    .getByRole('button', { name: `${m('button_add')}${m('provider_title')}` })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.locator('[name=name]').fill(name)
  await form.locator('[name=issuer]').fill(issuer)
  await form.getByRole('button', { name: m('provider_test') }).click()
  await expect(form.getByText(m('provider_foundIssuer', { issuer }))).toBeVisible()
  await expect(form.getByText(`${site}/sign-in/callback/admin`)).toBeVisible()
  await form.locator('[name=clientId]').fill(CLIENT.id)
  await form.locator('[name=clientSecret]').fill(CLIENT.secret)
  await expectAccessible([], '[role=dialog]')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('rowheader', { name })).toBeVisible()

  await leaveProduct(page)
  await page.context().clearCookies()
  await speak(page, 'zh-cn', site)
  await open('/admin/login')
  await expectAccessible()
  await button(page).click()
  await signInThere(page, 'wang', site)
  await expect(page.getByText(m('provider_linkText', { provider: name }))).toBeVisible()
  await expectAccessible()
  await fillSignIn(page, 'admin')
  await expect(page).toHaveURL(/\/admin\/dashboard/)

  await open('/admin/routine/adminInfo')
  await page.getByRole('button', { name: m('provider_unlinkOne', { name }) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: m('provider_unlink'), exact: true })
    .click()
  await expect(page.getByText(m('provider_listEmpty'))).toBeVisible()
  await page.getByRole('button', { name: m('provider_linkOne', { name }) }).click()
  const proof = page.getByRole('dialog').locator('[name=password]')
  await proof.fill(passwords.admin)
  await proof.press('Enter')
  await expect(page.getByRole('button', { name: m('provider_unlinkOne', { name }) })).toBeVisible()
  close()
})

test('somebody without an account confirms the name of a new one, and then signs in with one press', async ({
  page,
  ground,
  db,
  open,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/Failed to load resource/)
  const site = ground.url
  const people = { 'zhang.wei@school': { name: '张伟' } }
  const { issuer, close } = await serveProvider('localhost', `${site}/sign-in/callback/admin`, people)
  const [admin] = await db.select({ id: account.id }).from(account).where(eq(account.username, 'admin'))
  const place = { code: 'E2E', name: '机构', type: 'bureau', sortKey: 'zz' } as const
  const [dept] = await db.insert(organization).values(place).returning({ id: organization.id })
  const created = { createAccounts: 1, deptId: dept?.id, configuredBy: admin?.id }
  // The provider of the first journey, at the address of this one.
  await db
    .update(provider)
    .set({ ...created, issuer })
    .where(eq(provider.name, name))
  await open('/admin/login')
  await button(page).click()
  await signInThere(page, 'zhang.wei@school', site)
  const form = page.locator('main form')
  await expect(form.locator('[name=username]')).toHaveValue('zhang_wei')
  await expect(form.locator('[name=name]')).toHaveValue('张伟')
  await expectAccessible()
  await form.locator('[name=username]').fill('admin')
  await form.getByRole('button', { name: m('provider_create') }).click()
  await expect(page.getByText(m('provider_nameTaken'))).toBeVisible()
  await form.locator('[name=username]').fill('zhangwei')
  await form.getByRole('button', { name: m('provider_create') }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: '张伟' })).toBeVisible()
  await page.goto('about:blank')
  await page.context().clearCookies({ name: 'ys_admin' })
  await open('/admin/login')
  await button(page).click()
  await expect(page.getByRole('banner').getByRole('button', { name: '张伟' })).toBeVisible()

  // Without password and factor, the fresh proof is a new sign-in at the provider, in a window of its own.
  await open('/admin/routine/adminInfo')
  const profile = page.locator('[name=nickname]')
  await profile.fill('阿伟')
  await page.getByRole('button', { name: m('factor_setUp'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  // It comes when the server has said which providers can prove who calls.
  const atProvider = dialog.getByRole('button', { name: m('proof_atProvider', { name }) })
  await expect(atProvider).toBeVisible()
  await expectAccessible([], '[role=dialog]')
  const opened = page.waitForEvent('popup')
  await atProvider.click()
  await signInThere(await opened, 'zhang.wei@school', site)
  const secret = await page.getByRole('dialog').locator('code').textContent()
  await expect(profile).toHaveValue('阿伟')
  const totp = new TOTP({ secret: Secret.fromBase32((secret ?? '').replaceAll(' ', '')) })
  const field = dialog.locator('input[name=code]')
  await field.fill(totp.generate())
  await field.press('Enter')
  const codes = dialog.locator('li')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await dialog.getByRole('button', { name: m('factor_codesKept') }).click()

  // The second factor follows the provider.
  await page.goto('about:blank')
  await page.context().clearCookies({ name: 'ys_admin' })
  await open('/admin/login')
  await button(page).click()
  await page.getByRole('button', { name: m('factor_useRecovery') }).click()
  const code = page.locator('input[name=code]')
  await code.fill(recovery)
  await code.press('Enter')
  await expect(page.getByRole('banner').getByRole('button', { name: '张伟' })).toBeVisible()

  // The first password needs no current one, and a fresh proof: now with the factor.
  await open('/admin/routine/adminInfo')
  await expect(page.locator('[name=oldPassword]')).toHaveCount(0)
  for (const field of ['newPassword', 'repeat']) await page.locator(`[name=${field}]`).fill('Quiet-river-12')
  await page.getByRole('button', { name: m('password_firstTitle'), exact: true }).click()
  await field.fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await field.press('Enter')
  await expect(page.locator('[name=oldPassword]')).toBeVisible()
  await expect(page.locator('[name=newPassword]')).toHaveValue('')
  close()
})
