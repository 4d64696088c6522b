import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { m } from '#src/i18n/paraglide/messages.js'
import { layout } from '#src/layout/config/layout-store.ts'
import { expectListening } from '../support/listening.ts'
import { dir, entry, forgetLayout, openShell } from './support/shell.tsx'

beforeEach(forgetLayout)

const main = () => page.getByRole('navigation', { name: m.shell_mainMenu() })
const link = (name: string) => main().getByRole('link', { name, exact: true })
const directory = (name: string) => main().getByRole('button', { name, exact: true })
const heading = (path: string) => page.getByRole('heading', { name: `page ${path}` })
const isOpen = (name: string, open: boolean) =>
  expect.element(directory(name)).toHaveAttribute('aria-expanded', String(open))

test('the current entry is marked and every directory open, until somebody folds it', async () => {
  await openShell()
  await expect.element(link('Organizations')).toHaveAttribute('aria-current', 'page')
  for (const name of ['Base', 'Deeper', 'People']) await isOpen(name, true)
  await directory('People').click()
  await isOpen('People', false)
  await expect.element(link('Users')).not.toBeInTheDocument()
  expect(layout.read().menuFolded).toHaveLength(1)
})

test('a folded directory opens for the page in it, and stays folded for others', async () => {
  const { router } = await openShell()
  await directory('People').click()
  await router.navigate({ href: '/admin/user' })
  await expect.element(link('Users')).toHaveAttribute('aria-current', 'page')
  await directory('People').click()
  await isOpen('People', false)
  await router.navigate({ to: '/admin/dashboard' })
  await isOpen('People', false)
})

test('as an accordion only the way to the page is open, and one directory a level', async () => {
  layout.choose({ menuUniqueOpened: true })
  await openShell()
  await isOpen('Base', true)
  await isOpen('People', false)
  await isOpen('Deeper', false)
  await directory('People').click()
  await isOpen('People', true)
  await isOpen('Base', false)
  await directory('Base').click()
  await directory('Deeper').click()
  await isOpen('Base', true)
  await link('Subjects').click()
  await expect.element(heading('/admin/subject')).toBeVisible()
  await isOpen('Deeper', true)
  await isOpen('People', false)
})

test('arrow keys walk through the menu, open and fold', async () => {
  await openShell({ path: '/admin/dashboard' })
  await expect.element(link('Dashboard')).toBeVisible()
  link('Dashboard').element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(directory('Base')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await isOpen('Base', false)
  await userEvent.keyboard('{ArrowRight}')
  await isOpen('Base', true)
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(link('Organizations')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(directory('Base')).toHaveFocus()
  await userEvent.keyboard('{End}{ArrowUp}{Home}')
  await expect.element(link('Dashboard')).toHaveFocus()
})

test('the filter shows what fits, takes the first with Enter, and is empty after Esc', async () => {
  const { router } = await openShell({ path: '/admin/dashboard' })
  const filter = page.getByRole('searchbox', { name: m.shell_findMenu() })
  await directory('Base').click()
  await filter.fill('year')
  await expect.element(link('Years')).toBeVisible()
  await expect.element(link('Users')).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('/admin/year')).toBeVisible()
  await expect.element(filter).toHaveValue('')
  await filter.fill('xyz')
  await expect.element(page.getByText(m.shell_noMenuFound())).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(link('Users')).toBeVisible()
  await filter.fill('user')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(directory('People')).toHaveFocus()
  expect(router.state.location.pathname).toBe('/admin/year')
})

test('the filter understands pinyin, whole and by initials, and the other language', async () => {
  const exams = { ...entry('考试方案', '/admin/year'), alias: 'Exam schemes' }
  await openShell({
    menus: [dir('基础信息', exams, entry('学科', '/admin/subject')), entry('Dashboard', '/admin/org')],
  })
  const filter = page.getByRole('searchbox', { name: m.shell_findMenu() })
  for (const text of ['ksfa', 'kaoshi', 'KS', 'schemes', '考试']) {
    await filter.fill(text)
    await expect.element(link('学科')).not.toBeInTheDocument()
    await expect.element(link('考试方案')).toBeVisible()
  }
  await filter.fill('xk')
  await expect.element(link('学科')).toBeVisible()
  await expect.element(link('考试方案')).not.toBeInTheDocument()
})

test('the foot of the menu has help, contact and version, and is not in the way of a collapsed one', async () => {
  const help = {
    reference: '/api/docs',
    contactEmail: 'help@example.cn',
    contactPhone: '020-123 456',
    version: 'v1.0.0',
  }
  await openShell({ help })
  const aside = page.getByRole('complementary')
  const reference = aside.getByRole('link', { name: new RegExp(`^${m.docs_title()}`) })
  await expect.element(reference).toHaveAttribute('href', '/api/docs')
  await expect
    .element(aside.getByRole('link', { name: 'help@example.cn' }))
    .toHaveAttribute('href', 'mailto:help@example.cn')
  await expect.element(aside.getByRole('link', { name: '020-123 456' })).toHaveAttribute('href', 'tel:020123456')
  await expect.element(aside.getByText(m.shell_version({ version: 'v1.0.0' }))).toBeVisible()
  await aside.getByRole('button', { name: m.shortcuts_title() }).click()
  await expectListening(page.getByRole('dialog', { name: m.shortcuts_title() }))
  await userEvent.keyboard('{Escape}')
  layout.choose({ menuCollapse: true })
  await expect.element(reference).not.toBeInTheDocument()
})

test('collapsed, a directory flies out by keyboard, level by level', async () => {
  layout.choose({ menuCollapse: true })
  await openShell({ path: '/admin/dashboard' })
  await expect.element(directory('Base')).toBeVisible()
  expect(main().element().getBoundingClientRect().width).toBeLessThanOrEqual(64)
  link('Dashboard').element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(directory('Base')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('menuitem', { name: 'Organizations' })).toBeVisible()
  await expectListening(page.getByRole('menu'))
  await userEvent.keyboard('{End}')
  await expect.element(page.getByRole('menuitem', { name: 'Deeper' })).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('menuitem', { name: 'Subjects' })).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  await expect.element(page.getByRole('menuitem', { name: 'Years' })).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('/admin/year')).toBeVisible()
  await expect.element(page.getByRole('menuitem')).toHaveLength(0)
})

test('collapsed, a directory flies out under a resting mouse', async () => {
  layout.choose({ menuCollapse: true })
  await openShell()
  await directory('People').hover()
  await expect.element(page.getByRole('menuitem', { name: 'Users' })).toBeVisible()
  // Hovering has opened the menu. A late click leaves it open.
  await directory('People').click()
  await expect.element(page.getByRole('menuitem', { name: 'Users' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menuitem')).toHaveLength(0)
})

test('a link leads to another window', async () => {
  await openShell()
  const help = main().getByRole('link', { name: /^Help/ })
  await expect.element(help).toHaveAttribute('href', 'https://example.com/help')
  await expect.element(help).toHaveAttribute('target', '_blank')
  await expect.element(help).toHaveAttribute('rel', 'noopener noreferrer')
})

test.each(['javascript:alert(1)', 'www.example.org'])(
  'a link to %s says that it has no usable address',
  async (url) => {
    await openShell({ menus: [entry('Dashboard', '/admin/dashboard'), entry('Help', url, 'link')] })
    await link('Help').click()
    await expect.element(page.getByText(m.navigation_badLink())).toBeVisible()
  },
)

test('what cannot be gone to says why', async () => {
  const { router } = await openShell()
  await link('Odd').click()
  await expect.element(page.getByText(m.navigation_unknownType())).toBeVisible()
  await link('Gone').click()
  await expect.element(page.getByText(m.navigation_invalidRoute())).toBeVisible()
  await link('Organizations').click()
  await expect.element(page.getByText(m.navigation_alreadyThere())).toBeVisible()
  const stop = router.history.block({ blockerFn: async () => true })
  await link('Users').click()
  await expect.element(page.getByText(m.navigation_intercepted())).toBeVisible()
  expect(router.state.location.pathname).toBe('/admin/org')
  stop()
  await link('Users').click()
  await expect.element(heading('/admin/user')).toBeVisible()
})

test('a long menu is scrolled to the current entry, and nothing else is', async () => {
  const long = Array.from({ length: 60 }, (_, index) => entry(`Entry ${index}`, `/admin/x${index}`))
  await openShell({ menus: [...long, entry('Organizations', '/admin/org')], height: 600 })
  await expect.element(link('Organizations')).toBeInViewport()
  expect(window.scrollY).toBe(0)
  expect(main().element().scrollTop).toBeGreaterThan(500)
})

test('Streamline has the whole menu in the top bar; directories drop, to any depth', async () => {
  layout.choose({ layoutMode: 'Streamline' })
  await openShell()
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument()
  await directory('Base').click()
  await page.getByRole('menuitem', { name: 'Deeper' }).hover()
  await page.getByRole('menuitem', { name: 'Subjects' }).click()
  await expect.element(heading('/admin/subject')).toBeVisible()
})

test.each(['Streamline', 'Double'] as const)('%s: a long site name leaves the menu its room', async (layoutMode) => {
  layout.choose({ layoutMode })
  await openShell({ path: '/admin/dashboard', width: 1024, siteName: 'A long name of a site '.repeat(5) })
  const bar = page.getByRole('navigation', { name: m.shell_mainMenu() }).element()
  expect(bar.clientWidth).toBeGreaterThan(300)
})

test('Double opens the first page below an entry of the top bar, and shows what lies beside it', async () => {
  layout.choose({ layoutMode: 'Double' })
  await openShell({ path: '/admin/dashboard' })
  await expect.element(heading('/admin/dashboard')).toBeVisible()
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument()
  await link('People').click()
  await expect.element(heading('/admin/user')).toBeVisible()
  const below = page.getByRole('navigation', { name: m.shell_subMenu() })
  await expect.element(below.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
  await expect.element(below.getByRole('link')).toHaveLength(2)
  await link('Elsewhere').click()
  await expect.element(page.getByText(m.navigation_noPage())).toBeVisible()
  await expect.element(heading('/admin/user')).toBeVisible()
})

test('a menu that lies in the bar scrolls by wheel, and is scrolled to the current entry', async () => {
  layout.choose({ layoutMode: 'Streamline' })
  const many = Array.from({ length: 30 }, (_, index) => entry(`Entry ${index}`, `/admin/x${index}`))
  await openShell({ menus: [...many, dir('Base', entry('Organizations', '/admin/org'))] })
  const row = main().element()
  await expect.poll(() => row.scrollLeft).toBeGreaterThan(500)
  const before = row.scrollLeft
  row.dispatchEvent(new WheelEvent('wheel', { deltaY: -300, bubbles: true, cancelable: true }))
  expect(row.scrollLeft).toBe(before - 300)
})
