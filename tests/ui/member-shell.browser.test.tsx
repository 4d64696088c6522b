import { expect, test, vi } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { MemberShell } from '#src/layout/member-shell.tsx'
import type { ShellMenu } from '#src/layout/shell-menu.ts'
import { renderPage } from '../support/with-router.tsx'

const menus: ShellMenu[] = [
  {
    ...{ id: 1, title: '我的账户', kind: 'dir', path: '', iconSvg: null },
    children: [{ id: 2, title: '账户概览', kind: 'tab', path: '/user/account/overview', iconSvg: null, children: [] }],
  },
]

function open(gender: number, onSignOut = async () => {}) {
  const person = { nickname: '王小明', username: 'wangxm', avatar: '', gender }
  return renderPage(
    <MemberShell
      menus={menus}
      person={person}
      siteName="量尺测评"
      recordNumber="浙ICP备1号"
      currentPath="/user/account/overview"
      onSignOut={onSignOut}
    >
      content
    </MemberShell>,
  )
}

test.each([
  [1, m.gender_male, 'text-accent-ink'],
  [2, m.gender_female, 'text-danger-ink'],
  [0, m.gender_unknown, 'text-subtle'],
])('gender %i has its icon and colour', async (gender, name, colour) => {
  const page = await open(gender)
  await expect.element(page.getByRole('img', { name: name() })).toHaveClass(colour)
})

test('the menu stands in groups under headings, the open page marked', async () => {
  const page = await open(0)
  await expect.element(page.getByRole('heading', { name: '我的账户' })).toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: '账户概览' })).toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByRole('link', { name: '浙ICP备1号' })).toBeInTheDocument()
})

test('signing out that did not happen can be tried again', async () => {
  // Whoever hands it over tells why; the page is still there because the back end did not say 200.
  const signOut = vi.fn(async () => {})
  const page = await open(0, signOut)
  const account = page.getByRole('button', { name: m.shell_account(), exact: false })
  for (const times of [1, 2]) {
    await account.click()
    await page.getByRole('menuitem', { name: m.shell_signOut() }).click()
    await vi.waitFor(() => expect(signOut).toHaveBeenCalledTimes(times))
  }
})
