import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { MarkedFile } from '#src/crud/import/marked-file.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import '#app/styles.css'

test('the whole file and the refused rows are two downloads, with the number of rows', async () => {
  const view = { id: 7, format: 'csv', returned: 'xlsx' } as const
  const page = await render(<MarkedFile resource="rooms" view={view} refused={1200} />)
  const whole = page.getByRole('link', { name: m.import_marked() })
  await expect.element(whole).toHaveAttribute('href', '/adminApi/rooms/download/7')
  const refused = page.getByRole('link', { name: m.import_onlyRefused({ count: '1,200' }) })
  await expect.element(refused).toHaveAttribute('href', '/adminApi/rooms/download/7?rows=refused')
  expect(page.getByText(m.import_returnedText()).elements()).toHaveLength(0)
})

test('without refused rows there is one download; a text that no workbook can hold says so', async () => {
  const view = { id: 7, format: 'csv', returned: 'csv' } as const
  const page = await render(<MarkedFile resource="rooms" view={view} refused={0} />)
  await expect.element(page.getByText(m.import_returnedText())).toBeVisible()
  expect(page.getByRole('link').elements()).toHaveLength(1)
})
