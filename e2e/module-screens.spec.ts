import { parts } from '#src/features/modules/parts.server.ts'
import { moduleStates } from '#src/features/modules/store.schema.ts'
import { setModuleState, storeModule } from '../tests/support/installed-module.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { arranged, expect, speak, test } from './support/fixtures.ts'
import { makeRooms } from './support/rooms.ts'

// What modules add to screens: panels of the dashboard, pages, icons. And a part of the product that is off.

const text = (zh: string, en: string) => ({ 'zh-cn': zh, en })
const box = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor">
  <path d="M3 3h18v18H3z"/></svg>`
const resource = 'desk-room'
const large = JSON.stringify({ field: 'seats', operator: 'egt', val: 8 })

const screens = arranged(async (ground) => {
  await makeRooms(ground, resource, 9)
  const { db } = ground
  await storeModule(
    db,
    {
      pages: [
        {
          name: 'desk/guide',
          title: text('桌椅说明', 'About desks'),
          icon: 'module-desk-box',
          content: text('<h2>如何登记</h2><p>先清点。</p>', '<h2>How to count</h2><p>Count first.</p>'),
        },
      ],
      panels: [
        { kind: 'number', key: 'large', title: text('大考场', 'Large rooms'), resource, filter: large },
        {
          kind: 'list',
          key: 'first',
          title: text('最大的考场', 'Largest rooms'),
          resource,
          order: 'seats,desc',
          fields: ['name', 'kind', 'price'],
          rows: 2,
        },
        { kind: 'groups', key: 'kinds', title: text('考场类型', 'Kinds of rooms'), resource, by: 'kind' },
        { kind: 'number', key: 'wrong', title: text('有误', 'Wrong'), resource, filter: '{"field":"nothing","val":1}' },
      ],
    },
    { 'icons/box.svg': box },
  )
  await addOfficer(ground, { username: 'plain', nodes: ['dashboard'], scope: 'all' })
})
test.beforeEach(({ ground }) => screens(ground))

test('a page is on the menu with its drawing, in a tab of its own, and comes back with a reload', async ({
  page,
  signIn,
  open,
  reload,
  expectAccessible,
  baseURL,
}) => {
  await signIn('admin')
  const link = page.getByRole('navigation').getByRole('link', { name: '桌椅说明' })
  await expect(link.locator('svg path')).toHaveAttribute('d', 'M3 3h18v18H3z')
  await link.click()
  await expect(page).toHaveURL('/admin/desk/guide')
  await expect(page).toHaveTitle('桌椅说明 - 量尺测评')
  await expect(page.getByRole('tab', { name: '桌椅说明' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '如何登记' })).toBeVisible()
  await expectAccessible()
  await reload()
  await expect(page.getByText('先清点。')).toBeVisible()
  await expect(page.getByRole('heading', { name: '桌椅说明', level: 1 })).toBeVisible()
  await speak(page, 'en', baseURL)
  await open('/admin/desk/guide')
  await expect(page).toHaveTitle(/^About desks - /)
  await expect(page.getByRole('heading', { name: 'How to count' })).toBeVisible()
})

test('panels are on the dashboard, and lead to their rows; a wrong one says so', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('admin', 'admin', '/admin/dashboard')
  const panel = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(panel('最大的考场').getByRole('listitem')).toHaveText([/^考场 09/, /^考场 08/])
  await expect(panel('最大的考场').getByText('¥9.00').or(panel('最大的考场').getByText('9.00'))).toBeVisible()
  await expect(panel('考场类型').getByRole('link')).toHaveText(['笔试3', '口试3', '实验3'])
  await expect(panel('有误').getByRole('alert')).toContainText('nothing')
  await expectAccessible()
  await panel('大考场').getByRole('link', { name: '2' }).click()
  await expect(page).toHaveURL(/\/admin\/baseInfo\/desk-room\?/)
  await expect(page.getByRole('row').filter({ hasText: '考场 0' })).toHaveText([/考场 08/, /考场 09/])
})

test('who holds neither menu nor list has neither page nor panel', async ({ page, signIn, open, allowConsole }) => {
  allowConsole(/status of 401/)
  await signIn('admin', 'plain', '/admin/dashboard')
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByRole('region', { name: '大考场' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: '桌椅说明' })).toHaveCount(0)
  await open('/admin/desk/guide')
  await expect(page).toHaveURL(/\/401/)
})

test('without announcements, neither the menu nor the list of them is there', async ({
  page,
  db,
  signIn,
  open,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const announcements = parts.find(({ uid }) => uid === 'announcements')
  await db.transaction(async (tx) => announcements?.switchOn(tx, false))
  await signIn('admin', 'admin', '/admin/dashboard')
  await expect(page.getByRole('link', { name: '桌椅说明' })).toBeVisible()
  await expect(page.getByRole('link', { name: '公告', exact: true })).toHaveCount(0)
  await open('/admin/routine/announcement')
  await expect(page).toHaveURL(/\/404/)
  await db.transaction(async (tx) => announcements?.switchOn(tx, true))
})

test('the page of a module that is off is not found', async ({ page, db, signIn, open, allowConsole }) => {
  allowConsole(/status of 404/)
  await setModuleState(db, 'desk', moduleStates.disabled)
  await db.execute(`update rule set status = 0 where name = 'desk/guide'`)
  await signIn('admin', 'admin', '/admin/dashboard')
  await open('/admin/desk/guide')
  await expect(page).toHaveURL(/\/404/)
})
