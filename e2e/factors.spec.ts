import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { role } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Node } from '#src/resource/registry.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { contract } from './support/contract.ts'
import { expect, fillSignIn, test } from './support/fixtures.ts'

const zh = { locale: 'zh-cn' } as const

test('whose role asks for a factor sets it up first, and does not remove it', async ({
  page,
  db,
  ground,
  open,
  beginSession,
  expectAccessible,
}) => {
  const demand = async (username: string, nodes: Node[]) => {
    await addOfficer({ db }, { username, nodes, scope: 'own' })
    const [made] = await db
      .select({ id: role.id })
      .from(role)
      .where(eq(role.name, `role of ${username}`))
    const call = await contract(ground.url)
    const asked = await call('role/edit', { id: made?.id, secondFactor: 'required', graceDays: 0 })
    expect(asked.code, asked.msg).toBe(200)
    await beginSession('admin', username)
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  const giveCode = async (code: string) => {
    const field = dialog.locator('input[name=code]')
    await field.fill(code)
    await field.press('Enter')
  }

  await demand('liu_none', [])
  await open('/admin')
  await expect(page).toHaveURL('/admin/enroll')
  await demand('liu_two', ['dashboard'])
  await open('/admin/dashboard')
  await expect(page).toHaveURL('/admin/enroll')
  await expectAccessible()
  await press(m.factor_setUp({}, zh))
  const secret = dialog.locator('code')
  await expect(secret).toBeVisible()
  await press(m.ui_cancel({}, zh))
  await expect(dialog).toHaveCount(0)
  await press(m.factor_setUp({}, zh))
  const totp = new TOTP({ secret: Secret.fromBase32(((await secret.textContent()) ?? '').replaceAll(' ', '')) })
  await giveCode(totp.generate())

  // The codes are shown this once: keys that are pressed too often do not lose them.
  const codes = dialog.locator('li')
  await expect(codes).toHaveCount(10)
  await expect(dialog.getByRole('button', { name: m.user_copy({}, zh) })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allTextContents()
  await press(m.factor_codesKept({}, zh))
  await expect(page).toHaveURL('/admin/dashboard')

  await open('/admin/routine/adminInfo')
  await press(m.factor_remove({}, zh))
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: m.factor_remove({}, zh) })
    .click()
  await press(m.factor_useRecovery({}, zh))
  await giveCode(recovery)
  await expect(page.getByText(m.factor_required({}, zh))).toBeVisible()
})

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
  /** Fills a field and sends its form. A key for the page would go astray while a dialog takes the focus. */
  const send = async (field: string, value: string) => {
    const input = page.getByRole('dialog').locator(`input[name=${field}]`)
    await input.fill(value)
    await input.press('Enter')
  }
  await signIn('admin', 'admin', '/admin/routine/adminInfo')
  await press(m.factor_setUp({}, zh))
  const secret = await page.getByRole('dialog').locator('code').textContent()
  const totp = new TOTP({ secret: Secret.fromBase32((secret ?? '').replaceAll(' ', '')) })
  await send('code', totp.generate())
  const codes = page.getByRole('dialog').locator('li')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allTextContents()
  await press(m.factor_codesKept({}, zh))

  // Setting it up has ended the proof, and the dialog asks for the new factor.
  await press(m.passkey_add({}, zh))
  await press(m.factor_useRecovery({}, zh))
  await send('code', recovery)
  await send('name', 'My laptop')
  await expect(page.getByText(m.passkey_added({}, zh))).toBeVisible()
  await press(m.passkey_rename({ name: 'My laptop' }, zh))
  await send('name', 'Old laptop')
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
  // The page has a button of this name as well.
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: m.factor_remove({}, zh) })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.passkey_use({}, zh) })
    .click()
  await expect(page.getByText(m.passkey_removed({}, zh))).toBeVisible()
})
