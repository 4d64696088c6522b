import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ViewDialog } from '#src/crud/views/view-dialog.tsx'
import { m } from '#src/i18n/paraglide/messages.js'

test('a new view begins in its name, and comes back there when the name is missing', async () => {
  const on = { onClose: vi.fn(), onSaved: vi.fn(), onDeleted: vi.fn() }
  await render(<ViewDialog resource="room" view={undefined} roles={[]} state={{}} hint="" {...on} />)
  const name = page.getByRole('textbox', { name: m.view_name() })
  await expect.element(name).toHaveFocus()
  await page.getByRole('button', { name: m.crud_save() }).click()
  await expect.element(page.getByText(m.rule_required())).toBeVisible()
  await expect.element(name).toHaveFocus()
  expect(on.onSaved).not.toHaveBeenCalled()
})
