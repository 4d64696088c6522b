import { expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { m } from '#src/i18n/paraglide/messages.js'
import { PublicLayout } from '#src/layout/site/public-layout.tsx'
import { renderPage } from '../support/with-router.tsx'
import '../../app/styles.css'

const headNav = [
  { title: '通知公告', path: '/news' },
  { title: '教育部', path: 'https://www.moe.gov.cn/' },
  { title: '坏链接', path: 'javascript:alert(1)' },
]

async function open(foot: { recordNumber?: string; contactEmail?: string; contactPhone?: string } = {}) {
  return renderPage(
    <PublicLayout siteName="量尺测评" version="v1.0.0" headNav={headNav} {...foot}>
      <h1>content</h1>
    </PublicLayout>,
  )
}

test('the head leads home and where the settings say; what is no address leads nowhere', async () => {
  await screen.viewport(1280, 800)
  const page = await open()
  const nav = page.getByRole('navigation', { name: m.shell_siteMenu() })
  await expect.element(nav.getByText('通知公告')).toHaveAttribute('href', '/news')
  await expect.element(nav.getByText('教育部')).toHaveAttribute('href', 'https://www.moe.gov.cn/')
  await expect.element(nav.getByText('坏链接')).not.toHaveAttribute('href')
  await expect.element(nav.getByText(m.shell_home())).toHaveAttribute('aria-current', 'page')
})

test('the other language is a link that works without scripts', async () => {
  const page = await open()
  const link = page.getByRole('link', { name: 'English' })
  await expect.element(link).toHaveAttribute('href', '/?lang=en')
  await expect.element(link).toHaveAttribute('hreflang', 'en')
  await expect.element(link).toHaveAttribute('lang', 'en')
})

test('the foot names the record, how to reach somebody, and the release; what is empty is left out', async () => {
  const page = await open({ recordNumber: '浙ICP备1号', contactEmail: 'help@site.example', contactPhone: '0571-1' })
  const foot = page.getByRole('contentinfo')
  await expect
    .element(foot.getByRole('link', { name: '浙ICP备1号' }))
    .toHaveAttribute('href', 'https://beian.miit.gov.cn/')
  await expect.element(foot.getByRole('link', { name: 'help@site.example' })).toBeVisible()
  await expect.element(foot.getByRole('link', { name: '0571-1' })).toHaveAttribute('href', 'tel:05711')
  await expect.element(foot.getByText('v1.0.0')).toBeVisible()
  const bare = await open()
  await expect.element(bare.getByRole('contentinfo').last().getByRole('link')).not.toBeInTheDocument()
})

test('on a small screen the menu opens by its button, and closes by Esc or by a choice', async () => {
  await screen.viewport(390, 800)
  const page = await open()
  const drawer = page.getByRole('dialog', { name: m.shell_siteMenu() })
  await expect.element(drawer).not.toBeInTheDocument()
  await page.getByRole('button', { name: m.shell_openMenu() }).click()
  await expect.element(drawer.getByRole('link', { name: '通知公告' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await page.getByRole('button', { name: m.shell_openMenu() }).click()
  await drawer.getByRole('link', { name: m.shell_home() }).click()
  await expect.element(drawer).not.toBeInTheDocument()
})
