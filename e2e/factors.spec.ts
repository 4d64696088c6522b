import { Secret, TOTP } from 'otpauth'
import { m } from '#src/i18n/paraglide/messages.js'
import { expect, fillSignIn, test } from './support/fixtures.ts'

const zh = { locale: 'zh-cn' } as const

test('somebody sets up an app and a passkey, and signs in with them', async ({ page, open, signIn, context }) => {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await signIn('admin', 'admin', '/admin/routine/adminInfo')
  await press(m.factor_setUp({}, zh))
  const secret = await page.locator('.font-mono.break-all').textContent()
  const totp = new TOTP({ secret: Secret.fromBase32((secret ?? '').replaceAll(' ', '')) })
  await page.locator('input[name=code]').fill(totp.generate())
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog').locator('li')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allTextContents()
  await press(m.factor_codesKept({}, zh))

  // Setting it up has ended the proof, and the dialog asks for the new factor.
  await press(m.passkey_add({}, zh))
  await press(m.factor_useRecovery({}, zh))
  await page.locator('input[name=code]').fill(recovery)
  await page.keyboard.press('Enter')
  await page.locator('input[name=name]').fill('My laptop')
  await page.keyboard.press('Enter')
  await expect(page.getByText(m.passkey_added({}, zh))).toBeVisible()
  await press(m.passkey_rename({ name: 'My laptop' }, zh))
  await page.getByRole('dialog').locator('input[name=name]').fill('Old laptop')
  await page.keyboard.press('Enter')
  await expect(page.getByText(m.passkey_renamed({}, zh))).toBeVisible()

  // A page with a stream would say that it has no session any more.
  await page.goto('about:blank')
  await context.clearCookies()
  await open('/admin/login')
  await fillSignIn(page, 'admin')
  await press(m.passkey_use({}, zh))
  await expect(page).toHaveURL(/\/admin\/dashboard/)

  // The passkey alone says whose it is.
  await page.goto('about:blank')
  await context.clearCookies()
  await open('/admin/login')
  await press(m.passkey_signIn({}, zh))
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  await open('/admin/routine/adminInfo')
  await press(m.passkey_remove({ name: 'Old laptop' }, zh))
  await press(m.factor_remove({}, zh))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.passkey_use({}, zh) })
    .click()
  await expect(page.getByText(m.passkey_removed({}, zh))).toBeVisible()
})
