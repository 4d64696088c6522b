import { sql } from 'drizzle-orm'
import { entriesOf, moduleKey, rawZip, sampleFiles, signatureOf } from '../tests/support/module-archives.ts'
import { expect, test } from './support/fixtures.ts'
import { makeNotes, NOTES, setRichText } from './support/notes.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')
const STORE = '/admin/moduleStore'

test('the asset register is installed, its screens open at once, it is disabled, enabled and taken out', async ({
  page,
  db,
  signIn,
  open,
  expectAccessible,
}) => {
  await signIn('admin', 'admin', STORE)
  const dialog = page.getByRole('dialog')
  const asked = page.getByRole('alertdialog')
  await expectAccessible()
  await page.getByRole('button', { name: '资产管理', exact: true }).press('Enter')
  await expect(page).toHaveURL(/module=assets/)
  await expect(dialog.getByText(m('store_signerProduct'))).toBeVisible()
  await expectAccessible([], '[role=dialog]')
  await dialog.getByRole('button', { name: m('store_install'), exact: true }).click()
  const plan = page.getByRole('dialog', { name: m('store_installTitle', { title: '资产管理' }) })
  await expect(plan.getByText('res_assets_category').first()).toBeVisible()
  await expectAccessible([], '[role=dialog]')
  await plan.getByRole('button', { name: m('store_install'), exact: true }).click()
  await expect(page.getByText(m('store_installedDone', { version: '1.0.0' }))).toBeVisible()
  await page.getByRole('link', { name: '资产类别' }).last().click()
  await expect(page).toHaveURL('/admin/assets/category')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  // The menu of the shell has come without a new document.
  const menu = page.getByRole('navigation').getByRole('link', { name: '资产类别' })
  await expect(menu).toBeVisible()
  await open(STORE)
  const act = (name: string) => page.getByRole('button', { name: m('store_actOn', { act: name, title: '资产管理' }) })
  await act(m('store_disable')).click()
  await expect(asked.getByText(m('store_disableText'))).toBeVisible()
  await asked.getByRole('button', { name: m('store_disable') }).click()
  await expect(asked).toBeHidden()
  await expect(menu).toHaveCount(0)
  await act(m('store_enable')).click()
  await expect(menu).toBeVisible()

  const modules = page.getByRole('list', { name: m('store_modules') })
  await modules.getByRole('button', { name: '资产管理', exact: true }).click()
  await dialog.getByRole('button', { name: m('store_uninstall'), exact: true }).click()
  await expect(asked.getByRole('radio', { name: m('store_dataKeep') })).toBeChecked()
  await expectAccessible([], '[role=alertdialog]')
  await asked.getByRole('radio', { name: m('store_dataAside') }).check()
  await asked.getByRole('button', { name: m('store_uninstall'), exact: true }).click()
  await expect(asked).toBeHidden()
  // Other modules of the author stand below, with states of their own.
  await expect(dialog.getByRole('banner').getByText(m('store_stateNone'))).toBeVisible()
  await expect(menu).toHaveCount(0)
  const { rows } = await db.execute(sql`select to_regclass('res_assets_category') as "table"`)
  expect(rows).toEqual([{ table: null }])
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: m('store_log') }).click()
  await expect(page.getByRole('row').nth(1)).toContainText(m('store_logUninstall'))
})

test('the form that lacks the editor leads to the store, and has the editor once it is switched on', async ({
  page,
  ground,
  signIn,
  open,
}) => {
  await makeNotes(ground)
  await setRichText(ground.db, false)
  await signIn('admin', 'admin', NOTES)
  await page.getByRole('button', { name: /添加/ }).first().click()
  await expect(page.getByText(m('editor_install')).first()).toBeVisible()
  await page
    .getByRole('link', { name: m('editor_openStore') })
    .first()
    .click()
  await expect(page).toHaveURL(/moduleStore\?.*module=richtext/)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: m('store_switchOn') }).click()
  await expect(dialog.getByRole('banner').getByText(m('store_partOn'))).toBeVisible()
  await open(NOTES)
  await page.getByRole('button', { name: /添加/ }).first().click()
  await expect(page.getByRole('toolbar').first()).toBeVisible()
})

test('an archive is refused until its key is trusted, waits after that, and can be discarded', async ({
  page,
  db,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 422/)
  const key = moduleKey()
  const files = sampleFiles()
  const archive = rawZip(entriesOf(new Map([...files, ['signature.json', signatureOf(files, key)]])))
  const given = { name: 'lending.zip', mimeType: 'application/zip', buffer: archive }
  await db.execute(sql`insert into config (name, "group", value) values ('moduleIndex', 'site', '"/nowhere"'::jsonb)
    on conflict (name) do update set value = excluded.value`)
  await signIn('admin', 'admin', STORE)
  await expect(page.getByText(m('store_indexFailed', { address: '/nowhere' }))).toBeVisible()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: m('store_upload') }).click()
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles({ name: 'lending.txt', mimeType: 'text/plain', buffer: archive })
  await expect(dialog.getByRole('alert')).toContainText(m('store_uploadKind'))
  await input.setInputFiles({ name: 'broken.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') })
  await expect(dialog.getByRole('alert')).not.toContainText(m('store_uploadKind'))
  await expect(dialog.getByRole('alert')).toBeVisible()
  await input.setInputFiles(given)
  await expect(dialog.getByRole('alert')).toContainText('密钥')
  await dialog
    .getByRole('button', { name: m('ui_close') })
    .last()
    .click()

  await page.getByRole('button', { name: m('store_keys') }).click()
  await dialog.getByRole('button', { name: m('store_trust') }).click()
  await expect(dialog.getByText(m('store_keyWrong'))).toBeVisible()
  await dialog.getByLabel(m('store_keyName')).fill('我们的作坊')
  await dialog.getByLabel(m('store_key'), { exact: true }).fill(key.key)
  await dialog.getByRole('button', { name: m('store_trust') }).click()
  await expect(dialog.getByRole('listitem')).toContainText('我们的作坊')
  await dialog
    .getByRole('button', { name: m('ui_close') })
    .last()
    .click()

  await page.getByRole('button', { name: m('store_upload') }).click()
  await dialog.locator('input[type=file]').setInputFiles(given)
  await expect(dialog.getByText(m('store_signedBy', { name: '我们的作坊' }))).toBeVisible()
  await dialog.getByRole('button', { name: m('ui_cancel') }).click()
  await page.getByRole('button', { name: '借用', exact: true }).click()
  await expect(dialog.getByText(m('store_waitingText', { version: '1.0.0' }))).toBeVisible()
  await dialog.getByRole('button', { name: m('store_discard') }).click()
  const asked = page.getByRole('alertdialog')
  await asked.getByRole('button', { name: m('store_discard') }).click()
  await expect(asked).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '借用', exact: true })).toHaveCount(0)
})
