import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { RosterImportButton, ScoreImportButton, ScoreSheetLink } from '#src/features/exam-import/exam-import-button.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { PermissionProvider } from '#src/layout/can.tsx'
import { renderPage } from '../support/with-router.tsx'

const exam = { id: 12, name: 'Midterm' }

function buttons(...nodes: string[]) {
  return renderPage(
    <PermissionProvider holder={{ super: false, nodes: new Set(nodes) }}>
      <p>ready</p>
      <ScoreImportButton exam={exam} />
      <RosterImportButton exam={exam} />
      <ScoreSheetLink exam={exam} school={3} />
    </PermissionProvider>,
  )
}

test('the buttons open the import of their exam, for those who may', async () => {
  await buttons('exam/data/enter')
  await expect
    .element(page.getByRole('link', { name: m.examImport_sheet() }))
    .toHaveAttribute('href', '/adminApi/exam/scoreSheet?id=12&school=3')
  await page.getByRole('button', { name: m.examImport_importScores() }).click()
  const dialog = page.getByRole('dialog')
  await expect
    .element(dialog)
    .toHaveAccessibleName(m.import_dialogTitle({ title: m.examImport_scores({ exam: 'Midterm' }) }))
  await expect
    .element(dialog.getByRole('link', { name: m.import_template() }))
    .toHaveAttribute('href', '/adminApi/exam-score:12/template')
  expect(page.getByRole('button', { name: m.examImport_importRoster() }).elements()).toEqual([])
})

test('without a node there is nothing', async () => {
  await buttons('exam/data/index')
  await expect.element(page.getByText('ready')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
  expect(page.getByRole('link').elements()).toEqual([])
})
