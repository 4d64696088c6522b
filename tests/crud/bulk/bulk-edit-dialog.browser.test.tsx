import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BulkEditDialog } from '#src/crud/bulk/bulk-edit-dialog.tsx'
import { crudClient } from '#src/crud/calls/crud-client.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { label } from '../../support/label.ts'

const description: Description = {
  key: 'subject',
  menu: 'baseInfo/subject',
  title: label('Rooms'),
  rowTitle: 'name',
  fields: [
    { name: 'name', type: 'text', label: label('Name'), required: true },
    { name: 'note', type: 'text', label: label('Note'), bulk: true },
    { name: 'seats', type: 'integer', label: label('Seats'), required: true, bulk: true },
  ],
  quickSearch: ['name'],
  sorts: ['name'],
  defaultOrder: 'id,asc',
}

test('a value that is missing is told at its field, which takes the focus', async () => {
  const { choices } = crudClient<unknown, Record<string, unknown>>('subject')
  await render(
    <BulkEditDialog
      resource="subject"
      description={description}
      target={{ ids: [1, 2], versions: {} }}
      count={2}
      choicesOf={choices}
      onDone={vi.fn()}
      onClose={vi.fn()}
    />,
  )
  for (const name of ['Note', 'Seats']) await page.getByRole('checkbox', { name }).click()
  await page.getByRole('button', { name: m.bulk_preview() }).click()
  await expect.element(page.getByText(m.rule_required())).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Seats' })).toHaveFocus()
})
