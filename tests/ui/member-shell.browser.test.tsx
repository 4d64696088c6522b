import { beforeEach, expect, test, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { m } from '#src/i18n/paraglide/messages.js'
import { memberRoutes } from '#src/layout/member/member-center.ts'
import { MemberCenterProvider, useMemberCenter } from '#src/layout/member/member-center-context.tsx'
import { memberPreferences, readMemberCookie } from '#src/layout/member/member-preferences.ts'
import { MemberShell } from '#src/layout/member/member-shell.tsx'
import type { BootMenu } from '#src/layout/menu/boot-menu.ts'
import { clearLocalStores } from '#src/lib/clear-local-stores.ts'
import { renderPage } from '../support/with-router.tsx'
import '../../app/styles.css'

beforeEach(async () => {
  await screen.viewport(1280, 900)
  clearLocalStores()
  // biome-ignore lint/suspicious/noDocumentCookie: the product writes this cookie in the same way
  document.cookie = 'ys_member=; Path=/; Max-Age=0'
})

const base = {
  url: '',
  component: 'x',
  keepalive: false,
  extend: 'none',
  iconSvg: null,
  children: [],
  name: '',
  alias: '',
}
const entry = (id: number, title: string, over: Partial<BootMenu> = {}): BootMenu => ({
  ...base,
  id,
  title,
  type: 'menu',
  menu_type: 'tab',
  path: `p${id}`,
  ...over,
})
const group = (id: number, title: string, children: BootMenu[]): BootMenu => ({
  ...base,
  id,
  title,
  type: 'menu_dir',
  menu_type: null,
  path: '',
  children,
})
const mine = group(1, '我的账户', [entry(2, '账户概览')])
const more = group(3, '更多', [
  entry(4, '帮助', { menu_type: 'link', url: 'https://help.example/' }),
  entry(5, '看板', { menu_type: 'iframe', url: 'https://board.example/' }),
])

type Given = { menus?: BootMenu[]; gender?: number; wide?: boolean; onSignOut?: () => Promise<void> }

async function open({ menus = [mine, more], gender = 0, wide = false, onSignOut = async () => {} }: Given = {}) {
  const area = wide ? 'center' : 'user'
  const person = { nickname: '王小明', username: 'wangxm', avatar: '', gender, money: 12_345, score: 1200 }
  return renderPage(
    <MemberCenterProvider
      routes={memberRoutes(menus, area, () => true, `/${area}/p2`)}
      authNode={{ 'account/overview': ['index'] }}
      initial={readMemberCookie(document.cookie)}
      aside={!wide}
    >
      <MemberShell
        person={person}
        wide={wide}
        onSignOut={onSignOut}
        siteName="量尺测评"
        recordNumber="浙ICP备1号"
        otherPath={wide ? '/user/p2' : '/center/p2'}
      >
        <State />
      </MemberShell>
    </MemberCenterProvider>,
  )
}

function State() {
  const { layoutMode, activeRoute, viewRoutes, showHeadline, authNode, ...rest } = useMemberCenter()
  const { shrink, menuExpand, navUserMenus, showAside } = rest
  return (
    <output>
      {JSON.stringify({
        layoutMode,
        activeRoute: activeRoute?.title,
        viewRoutes: viewRoutes.length,
        showHeadline,
        authNode,
        shrink,
        menuExpand,
        navUserMenus: navUserMenus.length,
        showAside,
      })}
    </output>
  )
}

test.each([
  [1, m.gender_male, 'text-accent-ink'],
  [2, m.gender_female, 'text-danger-ink'],
  [0, m.gender_unknown, 'text-subtle'],
])('gender %i has its icon and colour', async (gender, name, colour) => {
  const page = await open({ gender })
  await expect.element(page.getByRole('complementary').getByRole('img', { name: name() })).toHaveClass(colour)
})

test('the aside shows the member, points and balance, and the menu with the open page marked', async () => {
  const page = await open()
  const aside = page.getByRole('complementary')
  await expect.element(aside.getByText('王小明')).toBeVisible()
  await expect.element(aside.getByText('1,200')).toBeVisible()
  await expect.element(aside.getByText('123.45')).toBeVisible()
  await expect.element(aside.getByRole('link', { name: '账户概览' })).toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByRole('link', { name: '浙ICP备1号' })).toBeInTheDocument()
})

test('links open a window of their own, framed pages have their path', async () => {
  const page = await open()
  const aside = page.getByRole('complementary')
  await expect.element(aside.getByRole('link', { name: '帮助', exact: false })).toHaveAttribute('target', '_blank')
  await expect
    .element(aside.getByRole('link', { name: '看板' }))
    .toHaveAttribute('href', '/user/iframe/https%3A%2F%2Fboard.example%2F')
})

test('the state has the fixed names', async () => {
  const page = await open()
  await expect.element(page.getByRole('status').first()).toHaveTextContent(
    JSON.stringify({
      layoutMode: 'mainCenter',
      activeRoute: '账户概览',
      viewRoutes: 3,
      showHeadline: true,
      authNode: { 'account/overview': ['index'] },
      shrink: false,
      menuExpand: false,
      navUserMenus: 0,
      showAside: true,
    }),
  )
})

test('groups fold under their headings, and stay folded for the next visit', async () => {
  const page = await open()
  const aside = page.getByRole('complementary')
  const heading = aside.getByRole('button', { name: '更多' })
  await expect.element(heading).toHaveAttribute('aria-expanded', 'true')
  await heading.click()
  await expect.element(heading).toHaveAttribute('aria-expanded', 'false')
  await expect.element(aside.getByRole('link', { name: '帮助' })).not.toBeInTheDocument()
  expect(readMemberCookie(document.cookie)).toEqual({ showAside: true, folded: [3] })
  await page.unmount()
  const again = await open()
  await expect.element(again.getByRole('button', { name: '更多' })).toHaveAttribute('aria-expanded', 'false')
})

test('a single group has no heading', async () => {
  const page = await open({ menus: [mine] })
  await expect.element(page.getByRole('link', { name: '账户概览' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: '我的账户' })).not.toBeInTheDocument()
})

test('the aside is hidden and shown by its button, which keeps the focus, and stays so', async () => {
  const page = await open()
  await page.getByRole('button', { name: m.member_hideAside() }).click()
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: m.member_showAside() })).toHaveFocus()
  expect(memberPreferences.read().showAside).toBe(false)
  await page.unmount()
  const again = await open()
  await expect.element(again.getByRole('complementary')).not.toBeInTheDocument()
  await again.getByRole('button', { name: m.member_showAside() }).click()
  await expect.element(again.getByRole('complementary')).toBeVisible()
})

test('below 992 px the menu is a drawer with the member at its head', async () => {
  await screen.viewport(991, 800)
  const page = await open()
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument()
  await page.getByRole('button', { name: m.shell_openMenu() }).click()
  const drawer = page.getByRole('dialog', { name: m.shell_siteMenu() })
  await expect.element(drawer.getByText('王小明')).toBeVisible()
  await expect.element(page.getByText(/"shrink":true,"menuExpand":true/)).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText(/"shrink":true,"menuExpand":false/)).toBeInTheDocument()
  await screen.viewport(992, 800)
  await expect.element(page.getByRole('complementary')).toBeVisible()
})

test('the wide view has no aside; its menu lies in one line, and the account menu leads back', async () => {
  const page = await open({ wide: true })
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: '账户概览' })).toHaveAttribute('href', '/center/p2')
  await page.getByRole('button', { name: m.shell_account(), exact: false }).click()
  await expect.element(page.getByRole('menuitem', { name: m.member_usualView() })).toHaveAttribute('href', '/user/p2')
})

test('the account menu has the entries that are meant for it', async () => {
  const page = await open({ menus: [mine, entry(9, '我的资料', { type: 'nav_user_menu', path: 'account/profile' })] })
  await page.getByRole('button', { name: m.shell_account(), exact: false }).click()
  await expect
    .element(page.getByRole('menuitem', { name: '我的资料' }))
    .toHaveAttribute('href', '/user/account/profile')
  await expect.element(page.getByRole('menuitem', { name: m.member_wideView() })).toHaveAttribute('href', '/center/p2')
})

test('signing out that did not happen can be tried again', async () => {
  // The back end did not answer 200, so the page stays. The caller of the shell shows the reason.
  const signOut = vi.fn(async () => {})
  const page = await open({ onSignOut: signOut })
  const account = page.getByRole('button', { name: m.shell_account(), exact: false })
  for (const times of [1, 2]) {
    await account.click()
    await page.getByRole('menuitem', { name: m.shell_signOut() }).click()
    await expect.poll(() => signOut).toHaveBeenCalledTimes(times)
  }
})
