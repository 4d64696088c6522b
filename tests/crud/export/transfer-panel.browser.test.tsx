import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TransferPanel } from '#src/crud/export/transfer-panel.tsx'
import { listDefaults } from '#src/crud/query/list-search.ts'
import { examSchemeDescription } from '#src/features/exam-scheme/exam-scheme.schema.ts'
import { subjectDescription } from '#src/features/subject/subject.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { PermissionProvider } from '#src/layout/can.tsx'
import type { Description } from '#src/resource/description.ts'

const show = (description: Description) =>
  render(
    <PermissionProvider holder={{ super: true, nodes: new Set() }}>
      <TransferPanel
        resource={description.key}
        description={description}
        search={listDefaults}
        columns={[]}
        chosen={[]}
        onImport={vi.fn()}
      />
    </PermissionProvider>,
  )

test('the export names the parts of a row that the file does not hold', async () => {
  await show(examSchemeDescription)
  const parts = [m.examScheme_subjects(), m.examScheme_combinations(), m.examScheme_assignBands()]
  for (const part of parts) await expect.element(page.getByText(part, { exact: false })).toBeVisible()
  await expect.element(page.getByText(m.export_leftOut({ parts: '' }).slice(0, 6), { exact: false })).toBeVisible()
})

test('a list whose rows have no such parts says nothing', async () => {
  await show(subjectDescription)
  await expect.element(page.getByText(m.export_title())).toBeVisible()
  await expect
    .element(page.getByText(m.export_leftOut({ parts: '' }).slice(0, 6), { exact: false }))
    .not.toBeInTheDocument()
})
