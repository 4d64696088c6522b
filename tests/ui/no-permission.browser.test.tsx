import { expect, test, vi } from 'vitest'
import { NoPermissionPage } from '#src/features/site/no-permission.page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { renderPage } from '../support/with-router.tsx'

async function open(contact: { email: string; phone: string }, canGoBack = false) {
  const back = vi.fn()
  const page = await renderPage(<NoPermissionPage contact={contact} canGoBack={canGoBack} onBack={back} />)
  return { page, back }
}

test('it says why, and offers the administrator by mail and telephone, and the way home', async () => {
  const { page } = await open({ email: 'help@site.example', phone: '0571 1234-5678' })
  await expect.element(page.getByText(m.noPermission_text())).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'help@site.example' }))
    .toHaveAttribute('href', 'mailto:help@site.example')
  await expect.element(page.getByRole('link', { name: '0571 1234-5678' })).toHaveAttribute('href', 'tel:057112345678')
  await expect.element(page.getByRole('link', { name: m.noPermission_home() })).toHaveAttribute('href', '/')
  await expect.element(page.getByRole('button', { name: m.notFound_back() })).not.toBeInTheDocument()
})

test('a site that names no contact says whom to ask', async () => {
  const { page } = await open({ email: '', phone: '' })
  await expect.element(page.getByText(m.contact_none())).toBeVisible()
})

test('where there is a page to go back to, that is offered too', async () => {
  const { page, back } = await open({ email: '', phone: '' }, true)
  await page.getByRole('button', { name: m.notFound_back() }).click()
  expect(back).toHaveBeenCalledOnce()
})
