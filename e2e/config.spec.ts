import { alive, expect, leaveProduct, putSession, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')
const config = '/admin/routine/config'

test('two people save one tab: nothing typed is lost, and the later one chooses; an own item, and its last change undone', async ({
  page,
  db,
  ground,
  browser,
  baseURL,
  signIn,
  reload,
  expectAccessible,
}) => {
  const save = (on = page) => on.getByRole('button', { name: m('crud_save') }).filter({ visible: true })
  await signIn('admin', undefined, config)
  await expectAccessible()
  const context = await browser.newContext({ baseURL })
  const other = await context.newPage()
  await putSession(other, ground, 'admin')
  await other.goto(config)
  await alive(other)
  const record = (on = page) => on.getByRole('textbox', { name: m('config_recordNumber'), exact: true })
  const name = page.getByRole('textbox', { name: `${m('config_siteName')} (English)` })
  await record(other).fill('theirs')
  await save(other).click()
  await expect(other.getByText(m('crud_saved'), { exact: true })).toBeVisible()
  await context.close()

  // What was typed stays while another tab is open, secrets too, and the tabs say so.
  await record().fill('mine')
  await name.fill('North Institute')
  await page.getByRole('tab', { name: m('config_groupMail') }).click()
  const secret = page.getByLabel(m('config_smtpPassword'), { exact: true })
  await secret.fill('Word-of-the-server')
  const tab = (group: 'config_groupSite' | 'config_groupMail') => page.getByRole('tab', { name: m(group) })
  await tab('config_groupSite').click()
  await expect(tab('config_groupMail')).toContainText(m('config_unsaved'))
  await expect(record()).toHaveValue('mine')
  await save().click()
  await expect(page.getByText(m('conflict_title'))).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: m('conflict_allMine') }).click()
  await page.getByRole('button', { name: m('conflict_save') }).click()
  await expect(page.getByText(m('crud_saved'), { exact: true })).toBeVisible()
  await expect(tab('config_groupSite')).not.toContainText(m('config_unsaved'))
  await tab('config_groupMail').click()
  await expect(secret).toHaveValue('Word-of-the-server')
  await save().click()
  await expect(page.getByText(m('config_secretSet'))).toBeVisible()
  await reload()
  expect(await page.content()).not.toContain('Word-of-the-server')

  await page.getByRole('button', { name: m('config_addItem') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: m('config_ownName') }).fill('motto')
  await dialog.getByRole('textbox', { name: m('config_ownTitle') }).fill('校训')
  await dialog.getByRole('button', { name: m('crud_save') }).click()
  const motto = page.getByRole('textbox', { name: '校训', exact: true })
  await expect(motto).toBeVisible()
  for (const text of ['第一', '第二']) {
    await motto.fill(text)
    await save().click()
    const stored = async () =>
      (await db.$client.query(`select value from config where name = 'motto'`)).rows.map((row) => row.value)
    await expect.poll(stored).toEqual([text])
    await expect(tab('config_groupMail')).not.toContainText(m('config_unsaved'))
    await expect(save()).not.toHaveAttribute('aria-busy')
  }
  await page.getByRole('button', { name: m('config_history', { title: '校训' }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m('undo_action') })
    .first()
    .click()
  await expect(page.getByText(m('config_undone'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(motto).toHaveValue('第一')
})

test('terms with an earlier version, and a member center that is closed with its sentence', async ({
  page,
  db,
  open,
  signIn,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/status of 40[34]/)
  await signIn('admin', undefined, `${config}?group=legal`)
  const terms = page.getByRole('textbox', { name: `${m('config_termsText')} (中文)` })
  const save = page.getByRole('button', { name: m('crud_save') }).filter({ visible: true })
  // The message that all is saved may still be that of the save before.
  const answered = () => page.waitForResponse((answer) => answer.request().method() === 'POST')
  for (const text of ['第一版条款。', '第二版条款。']) {
    await terms.fill(text)
    const kept = answered()
    await save.click()
    await kept
    await expect
      .poll(async () => (await db.$client.query(`select text ->> 'zh-cn' as t from legal_version order by id`)).rows)
      .toContainEqual({ t: text })
  }
  await page.getByRole('tab', { name: m('config_groupMember') }).click()
  await page.getByRole('textbox', { name: `${m('config_centerSentence')} (中文)` }).fill('开学时再开放。')
  await page
    .locator('label')
    .filter({ has: page.locator('[name=centerOpen]') })
    .click()
  const kept = answered()
  await save.click()
  await kept
  await leaveProduct(page)
  await page.context().clearCookies()
  await open('/terms')
  await expect(page.getByText('第二版条款。')).toBeVisible()
  await expectAccessible()
  await page.locator('article section').getByRole('link').last().click()
  await expect(page.getByText('第一版条款。')).toBeVisible()
  await expectAccessible()
  await open('/user/account/overview')
  await expect(page.getByText('开学时再开放。')).toBeVisible()
  await expectAccessible()
})
