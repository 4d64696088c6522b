import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { examScheme } from '#src/features/exam-scheme/exam-scheme.table.server.ts'
import { subject } from '#src/features/subject/subject.table.server.ts'
import { expect, test } from './support/fixtures.ts'
import { holdAnswers } from './support/line.ts'
import { wordsOf } from './support/words.ts'

const say = wordsOf('zh-cn')
const at = (name: string) => `/admin/baseInfo/${name}`
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const save = (page: Page, words = say) => dialog(page).getByRole('button', { name: words('crud_save'), exact: true })
const cell = (page: Page, field: string, path: string) =>
  dialog(page).locator(`[data-field="${field}"] [data-cell="${path}"]`)

/** Chooses an action from the menu of a row. */
async function act(page: Page, name: string, action: string, words = say) {
  await page.getByRole('button', { name: words('crud_more', { name }), exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Deletes a row through its menu and confirms. @returns the confirmation dialog */
async function remove(page: Page, name: string) {
  await act(page, name, say('crud_delete'))
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: say('crud_delete'), exact: true }).click()
  return question
}

test('every screen is on the menu, lists what a new database has, and is accessible', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', 'admin', at('subject'))
  const screens = [
    ['menu_subject', 'subject', '语文'],
    ['menu_educateLevel', 'educate-level', '七年级'],
    ['menu_studentYear', 'student-year', say('studentYear_phase_current')],
    ['menu_examScheme', 'exam-scheme', say('examScheme_state_published')],
  ] as const
  for (const [title, name, text] of screens) {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: say(title), exact: true })
      .click()
    await expect(page).toHaveURL(new RegExp(`${at(name)}$`))
    await expect(row(page, text).first()).toBeVisible()
    await expectAccessible()
  }
})

test('a subject is added with an error at its field, changed in the list, and deleted', async ({
  page,
  db,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 4/)
  await signIn('admin', 'admin', at('subject'))
  await page.getByRole('button', { name: say('crud_addTitle', { title: say('subject_title') }) }).click()
  await dialog(page).getByLabel(say('subject_code')).fill('YW')
  await dialog(page).getByLabel(say('subject_name')).fill('书法')
  await save(page).click()
  await expect(dialog(page).getByLabel(say('subject_code'))).toBeFocused()
  await expect(dialog(page).getByLabel(say('subject_code'))).toHaveAttribute('aria-invalid', 'true')
  await dialog(page).getByLabel(say('subject_code')).fill('SF')
  await save(page).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, '书法')).toContainText('100')
  // Wait until the confirmation has closed. While it is open, role queries find no row in any case.
  await expect(await remove(page, '书法')).toHaveCount(0)
  await expect(row(page, '书法')).toHaveCount(0)
  expect(await db.$count(subject, eq(subject.code, 'SF'))).toBe(0)
})

test('what is used is not deleted, and where it is used is told place by place', async ({
  page,
  signIn,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/status of 4/)
  await signIn('admin', 'admin', at('subject'))
  await act(page, '物理', say('crud_delete'))
  const question = page.getByRole('alertdialog', { name: say('crud_cannotDelete', { name: '物理' }) })
  await expect(question.getByText(say('crud_inUse'))).toBeVisible()
  const places = question.locator('ul:not(li ul) > li')
  await expect(places).toHaveCount(2)
  await expect(places.first()).toContainText('高中 3+1+2（五等级赋分）')
  // Nothing is asked, so there is no button that deletes.
  await expect(question.getByRole('button', { name: say('crud_delete') })).toHaveCount(0)
  await expectAccessible()
  await question.getByRole('button', { name: say('ui_close') }).click()
  await expect(row(page, '物理')).toBeVisible()
})

test('a level has as many grades as years, a student year ends after it began, and both say so at the field', async ({
  page,
  signIn,
}) => {
  await signIn('admin', 'admin', at('educate-level'))
  await page.getByRole('button', { name: say('crud_editRow', { name: '初中' }) }).click()
  await dialog(page).getByLabel(say('educateLevel_years')).fill('4')
  await save(page).click()
  await expect(dialog(page).getByText(say('educateLevel_gradeCount', { years: 4, named: 3 }))).toBeVisible()
  await dialog(page).getByLabel(say('educateLevel_years')).fill('3')
  await save(page).click()
  await expect(dialog(page)).toHaveCount(0)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('menu_studentYear'), exact: true })
    .click()
  await page
    .getByRole('button', { name: /^编辑 初中\d/ })
    .first()
    .click()
  await dialog(page).getByLabel(say('studentYear_graduation')).fill('2001')
  await save(page).click()
  await expect(dialog(page).getByText(say('studentYear_graduationBefore'))).toBeVisible()
})

/** Opens the publish dialog of a scheme. @returns its confirm button */
async function askToPublish(page: Page, scheme: string, number: number) {
  await page.getByRole('button', { name: say('examScheme_publishTitle', { name: scheme }) }).click()
  const yes = dialog(page).getByRole('button', { name: say('examScheme_publishAs', { number }) })
  await expect(yes).toBeVisible()
  return yes
}

test('a scheme begins with the subjects of its level and all combinations; what is wrong is told at its cell; it is published', async ({
  page,
  db,
  signIn,
  expectAccessible,
}) => {
  const scheme = '高一期中 3+1+2'
  await signIn('admin', 'admin', at('exam-scheme'))
  await page.getByRole('button', { name: say('crud_addTitle', { title: say('examScheme_title') }) }).click()
  await dialog(page).getByLabel(say('examScheme_name')).fill(scheme)
  await dialog(page)
    .getByRole('combobox', { name: say('examScheme_level') })
    .click()
  await page.getByRole('option', { name: '高中' }).click()
  await dialog(page).getByRole('radio', { name: '3+1+2' }).check()
  await dialog(page)
    .getByRole('button', { name: say('examScheme_addAllSubjects', { count: 11 }) })
    .click()
  await expect(cell(page, 'subjects', '0.fullMark').getByRole('textbox')).toHaveValue('150')
  // 2 first subjects (physics, history) times the 10 pairs of the other five: 20 combinations.
  await dialog(page)
    .getByRole('button', { name: say('examScheme_allCombinations', { count: 20 }) })
    .click()
  await expect(cell(page, 'combinations', '0.name').getByRole('textbox')).toHaveValue('物化生')
  // Removing a subject can remove its combinations too. Undo puts them back.
  const names = dialog(page).locator('[data-field=combinations] [data-cell$=name]')
  await dialog(page)
    .locator('[data-field=subjects]')
    .getByRole('button', { name: say('field_rowRemove', { number: 10 }) })
    .click()
  const offer = dialog(page).locator('[data-field=subjects] [role=status]')
  await expect(offer).toContainText(say('examScheme_stray', { count: 8, subjects: '技术' }))
  await offer.getByRole('button', { name: say('examScheme_strayTakeOut') }).click()
  await expect(names).toHaveCount(12)
  await offer.getByRole('button', { name: say('undo_action') }).click()
  await expect(names).toHaveCount(20)
  await dialog(page)
    .getByRole('button', { name: say('examScheme_addLevelSubjects', { count: 1 }) })
    .click()
  await expect(offer).toHaveCount(0)
  await cell(page, 'subjects', '0.fullMark').getByRole('textbox').fill('0')
  await save(page).click()
  await expect(cell(page, 'subjects', '0.fullMark').getByText(say('rule_min', { min: 1 }))).toBeVisible()
  await expect(cell(page, 'subjects', '0.fullMark').getByRole('textbox')).toBeFocused()
  await cell(page, 'subjects', '0.fullMark').getByRole('textbox').fill('150')
  await expectAccessible()
  await save(page).click()
  await expect(dialog(page)).toHaveCount(0)
  const [stored] = await db.select().from(examScheme).where(eq(examScheme.name, scheme))
  expect(stored).toMatchObject({ state: 'draft', revision: 0, choice: '3+1+2' })
  expect(stored?.combinations).toHaveLength(20)
  await (await askToPublish(page, scheme, 1)).click()
  await expect(row(page, scheme)).toContainText(say('examScheme_state_published'))
})

test('a published scheme is changed, compared, published again, and taken back as a draft', async ({
  page,
  db,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', 'admin', at('exam-scheme'))
  // A new database contains this scheme, published once.
  const scheme = '高中 3+1+2（五等级赋分）'
  await page.getByRole('button', { name: say('crud_editRow', { name: scheme }) }).click()
  await cell(page, 'subjects', '0.fullMark').getByRole('textbox').fill('120')
  await save(page).click()
  await expect(row(page, scheme)).toContainText(say('examScheme_state_changed'))

  await act(page, scheme, say('examScheme_showRevisions'))
  const mark = dialog(page).getByRole('row').filter({ hasText: '语文' }).first()
  await expect(mark).toContainText('150')
  await dialog(page)
    .getByRole('button', { name: say('examScheme_showDifferences') })
    .click()
  await expect(mark.locator('del')).toHaveText('150')
  await expect(mark.locator('ins')).toHaveText('120')
  await expectAccessible()
  await dialog(page)
    .getByRole('button', { name: say('ui_close') })
    .last()
    .click()

  // On a slow connection the user opens the revisions before the list has refreshed after publishing.
  // No other user has changed the scheme.
  const yes = await askToPublish(page, scheme, 2)
  const line = await holdAnswers(page)
  await yes.click()
  await expect(dialog(page)).toHaveCount(0)
  line.holdNoMore()
  await act(page, scheme, say('examScheme_showRevisions'))
  await page
    .getByRole('list', { name: say('examScheme_revisionList') })
    .getByRole('button')
    .last()
    .click()
  await dialog(page)
    .getByRole('button', { name: say('examScheme_revert', { number: 1 }) })
    .click()
  await line.release()
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, scheme)).toContainText(say('examScheme_state_changed'))
  const [stored] = await db.select().from(examScheme).where(eq(examScheme.name, scheme))
  expect(stored).toMatchObject({ state: 'changed', revision: 2 })
  expect(stored?.subjects[0]?.fullMark).toBe(150)
})
