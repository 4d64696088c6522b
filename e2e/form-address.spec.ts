import type { Page } from '@playwright/test'
import { addOfficer } from '../tests/support/officer.ts'
import { expect, leaveProduct, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const say = wordsOf('zh-cn')
const list = '/admin/baseInfo/exam-scheme'
// A new database contains this scheme.
const scheme = '高中 3+1+2（五等级赋分）'
const form = (page: Page) => page.getByRole('dialog')
const note = (page: Page) => form(page).getByLabel(say('examScheme_note'))

test('a form that fills the window has an address: a reload opens it again, and the way back closes it', async ({
  page,
  signIn,
}) => {
  await signIn('admin', 'admin', list)
  await page.getByRole('button', { name: say('crud_editRow', { name: scheme }) }).click()
  await expect(page).toHaveURL(/\?edit=\d+$/)
  await note(page).fill('half a sentence')
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await expect(note(page)).toHaveValue('half a sentence')

  await page.goBack()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: say('ui_cancel') }).click()
  await expect(page).toHaveURL(/\?edit=\d+$/)
  await expect(question).toHaveCount(0)
  await expect(note(page)).toHaveValue('half a sentence')
  await page.goBack()
  await question.getByRole('button', { name: say('crud_discard') }).click()
  await expect(form(page)).toHaveCount(0)
  await expect(page).toHaveURL(list)
})

test('a link to a form opens it for whoever may edit, and says so to others', async ({ page, db, signIn }) => {
  await signIn('admin', 'admin', `${list}?edit=1`)
  await expect(form(page).getByLabel(say('examScheme_name'))).toHaveValue(scheme)
  await form(page)
    .getByRole('button', { name: say('ui_cancel') })
    .click()
  await expect(page).toHaveURL(list)

  await addOfficer({ db }, { username: 'form_reader', nodes: ['baseInfo/exam-scheme/index'], scope: 'all' })
  await leaveProduct(page)
  await page.context().clearCookies()
  await signIn('admin', 'form_reader', `${list}?edit=1`)
  await expect(page.getByText(say('crud_formForbidden'))).toBeVisible()
  await expect(page).toHaveURL(list)
  await expect(form(page)).toHaveCount(0)
})
