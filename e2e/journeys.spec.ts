import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { tokensOf } from './support/contract.ts'
import { escapeFrom, expect, expireAccess, fillSignIn, speak, test, untilAlive } from './support/fixtures.ts'
import { topKeys } from './support/top-keys.ts'
import { type Language, wordsOf } from './support/words.ts'

// Everyday user journeys, in both languages.

const path = '/admin/baseInfo/organization'

/** Adds a top-level organization for one journey. @returns its id */
async function plant(db: Database, code: string, name: string): Promise<number> {
  const [sortKey = ''] = await topKeys(db, 1)
  const values = { code, name, type: 'school', sortKey }
  const [row] = await db.insert(organization).values(values).returning({ id: organization.id })
  return row?.id ?? 0
}

const say = wordsOf('zh-cn')
const site = '量尺测评'

for (const language of ['zh-cn', 'en'] as const satisfies Language[]) {
  test(`a deep link leads through signing in to its target, and titles speak the language: ${language}`, async ({
    page,
    open,
    baseURL,
  }) => {
    const words = wordsOf(language)
    await speak(page, language, baseURL)
    await open(`${path}?quickSearch=deep`)
    await expect(page).toHaveURL(/\/admin\/login/)
    await fillSignIn(page, 'admin')
    await expect(page).toHaveURL(`${path}?quickSearch=deep`)
    await expect(page).toHaveTitle(`${words('pagesTitle_organization')} - ${language === 'en' ? 'Yardstick' : site}`)
    await expect(page.getByRole('link', { name: words('menu_organization'), exact: true }).first()).toHaveAttribute(
      'aria-current',
      'page',
    )
  })
}

test('an access token that expires between two clicks is refreshed without a word', async ({ page, db, signIn }) => {
  await plant(db, 'REFRESHED', 'Refreshed')
  const username = 'refreshed'
  await addOfficer({ db }, { username, nodes: ['dashboard', 'baseInfo/organization/index'], scope: 'all' })
  await signIn('admin', username)
  const session = (await page.context().cookies()).find(({ name }) => name === 'ys_admin')
  const idHash = createHash('sha256')
    .update(session?.value ?? '')
    .digest('base64url')
  const sealed = () => db.execute(sql`select sealed_tokens from browser_session where id_hash = ${idHash}`)
  const before = (await sealed()).rows
  await expireAccess(db, username)
  await page
    .getByRole('link', { name: say('menu_organization'), exact: true })
    .first()
    .click()
  await expect(page.getByRole('treegrid')).toBeVisible()
  expect((await sealed()).rows).not.toEqual(before)
})

test('two people edit one row: both versions are shown, and the person chooses', async ({
  page,
  context,
  db,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 4/)
  const name = 'Conflict'
  await plant(db, 'CONFLICT', name)
  await signIn('admin', 'admin', `${path}?quickSearch=CONFLICT`)
  await page.getByRole('button', { name: say('crud_editRow', { name }) }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: say('organization_name'), exact: true })).toHaveValue(name)
  const other = await context.newPage()
  await other.goto(`${path}?quickSearch=CONFLICT`)
  await untilAlive(other)
  await other.getByRole('button', { name: say('crud_editRow', { name }) }).click()
  await other
    .getByRole('dialog')
    .getByRole('textbox', { name: say('organization_name'), exact: true })
    .fill('Theirs')
  await other
    .getByRole('dialog')
    .getByRole('textbox', { name: say('organization_contact'), exact: true })
    .fill('Li')
  await other
    .getByRole('dialog')
    .getByRole('button', { name: say('crud_save'), exact: true })
    .click()
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await other.close()
  await dialog.getByRole('textbox', { name: say('organization_name'), exact: true }).fill('Mine')
  await dialog.getByRole('button', { name: say('crud_save'), exact: true }).click()
  await expect(dialog.getByText(say('conflict_title'))).toBeVisible()
  const choice = dialog.getByRole('group', { name: new RegExp(say('organization_name')) })
  await expect(choice.getByRole('radio', { name: /Theirs/ })).toBeVisible()
  // A field that only the other user changed keeps the other user's value by default.
  await choice.getByRole('radio', { name: /Mine/ }).check()
  await dialog.getByRole('button', { name: say('conflict_save') }).click()
  await expect(dialog).toHaveCount(0)
  const [stored] = await db.select().from(organization).where(eq(organization.code, 'CONFLICT'))
  expect(stored).toMatchObject({ name: 'Mine', contact: 'Li', version: 3 })
})

test('an account that may only look has one branch, no buttons, and 403 from the endpoints', async ({
  page,
  ground,
  db,
  request,
  open,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const name = 'Branch'
  const deptId = await plant(db, 'BRANCH', name)
  await plant(db, 'OTHER', 'Other school')
  const username = 'looker'
  await addOfficer({ db }, { username, nodes: ['baseInfo/organization/index'], scope: 'orgBelow', deptId })
  await signIn('admin', username, path)
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Other school' })).toHaveCount(0)
  await expect(
    page.getByRole('button', { name: say('crud_addTitle', { title: say('organization_title').toLowerCase() }) }),
  ).toHaveCount(0)
  for (const button of [say('crud_editRow', { name }), say('tree_sort', { name })]) {
    await expect(page.getByRole('button', { name: button })).toHaveCount(0)
  }
  // Every user may open the row's menu. It offers no deletion here.
  await page.getByRole('button', { name: say('crud_more', { name }) }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expect(page.getByRole('menuitem', { name: say('crud_delete'), exact: true })).toHaveCount(0)
  await escapeFrom(page.getByRole('menu'))
  await open('/admin/dashboard')
  await expect(page).toHaveURL('/401?path=%2Fadmin%2Fdashboard')
  await expect(page).toHaveTitle(`${say('pagesTitle_noPermission')} - ${site}`)
  const { token } = await tokensOf(ground.url, 'admin', username)
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'zh-cn' }
  const add = await request.post('/adminApi/organization/add', {
    headers,
    data: { code: 'X', name: 'X', type: 'school' },
  })
  expect(add.status()).toBe(403)
  expect(await add.json()).toMatchObject({ code: 403, msg: say('error_403') })
  expect((await request.delete(`/adminApi/organization/del?ids[]=${deptId}`, { headers })).status()).toBe(403)
})

test('logout ends the session everywhere, and only then reloads', async ({ page, open, signIn }) => {
  await signIn('admin')
  await page.getByRole('button', { name: /admin/ }).click()
  await page.getByRole('menuitem', { name: say('shell_signOut') }).click()
  await expect(page).toHaveURL(/\/admin\/login/)
  await open('/admin/dashboard')
  await expect(page).toHaveURL(/\/admin\/login/)
  expect((await page.context().cookies()).some(({ name }) => name === 'ys_admin')).toBe(false)
})
