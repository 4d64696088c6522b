import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { examSchemeRevision } from '#src/features/exam-scheme/exam-scheme.table.server.ts'
import { expect, test } from './support/fixtures.ts'
import { makeRooms } from './support/rooms.ts'
import { wordsOf } from './support/words.ts'

// Rows that were deleted come back: from the list of deleted rows, and with what they owned.

const say = wordsOf('zh-cn')
const dialog = (page: Page) => page.getByRole('dialog')
const cards = (page: Page) => dialog(page).getByRole('article')
const open = (page: Page) => page.getByRole('button', { name: say('deleted_open') }).click()

test('deleted rows are found later, alone and with those of the same action, by keyboard too', async ({
  page,
  ground,
  reload,
  signIn,
  expectAccessible,
}) => {
  const rooms = await makeRooms(ground, 'deleted-room', 30)
  const ids = (await rooms.call('index?quickSearch=%E8%80%83%E5%9C%BA%201&limit=50')).data.list.map(
    ({ id }: { id: number }) => id,
  )
  await rooms.call('bulkDel', { ids })
  await signIn('admin', 'admin', `${rooms.path}?limit=10`)
  await page.getByRole('button', { name: say('crud_more', { name: '考场 02' }) }).click()
  await page.getByRole('menuitem', { name: say('crud_delete'), exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(say('deleted_open'))
  await question.getByRole('button', { name: say('crud_delete'), exact: true }).click()
  await expect(question).toHaveCount(0)
  // After a reload there is no message with an undo any more.
  await reload()
  await page.getByRole('button', { name: say('deleted_open') }).focus()
  await page.keyboard.press('Enter')
  await expect(cards(page).first()).toContainText('考场 02')
  await expect(cards(page).first()).toContainText(say('deleted_by', { name: 'admin' }))
  await expect(cards(page)).toHaveCount(ids.length + 1)
  await expectAccessible()
  await cards(page)
    .first()
    .getByRole('button', { name: say('deleted_detailsOf', { name: '考场 02' }) })
    .click()
  await expect(cards(page).first()).toContainText('座位数')
  await cards(page)
    .first()
    .getByRole('button', { name: say('deleted_restoreOf', { name: '考场 02' }) })
    .focus()
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(ids.length)
  await expect(dialog(page).locator(':focus')).toHaveCount(1)
  await expect.poll(() => rooms.read('seats', ['考场 02'])).toEqual([2])

  const search = dialog(page).getByRole('textbox', { name: say('crud_search') })
  await search.fill('没有这个')
  await search.press('Enter')
  await expect(dialog(page).getByText(say('deleted_notFound'))).toBeVisible()
  await search.fill('考场 11')
  await search.press('Enter')
  await expect(cards(page)).toHaveCount(1)
  await cards(page)
    .getByRole('button', { name: /与 考场 11 一起删除/ })
    .click()
  const ask = page.getByRole('alertdialog')
  await expect(ask).toContainText(say('deleted_askTitle', { count: String(ids.length) }))
  await expectAccessible()
  await ask.getByRole('button', { name: say('deleted_restoreAll', { count: String(ids.length) }) }).click()
  await expect(page.getByText(say('undo_restored', { count: String(ids.length) }))).toBeVisible()
  await expect(cards(page)).toHaveCount(0)
  await search.fill('')
  await search.press('Enter')
  await expect(dialog(page).getByText(say('deleted_empty'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: say('deleted_open') })).toBeFocused()
  await expect(page.getByRole('row').filter({ hasText: '考场 02' })).toBeVisible()
})

test('a published exam scheme comes back from the message with its revisions; what stands in the way is said', async ({
  page,
  db,
  reload,
  signIn,
}) => {
  const name = '高中 3+1+2（五等级赋分）'
  await signIn('admin', 'admin', '/admin/baseInfo/exam-scheme')
  const all = await db.$count(examSchemeRevision)
  const remove = async () => {
    await page.getByRole('button', { name: say('crud_more', { name }), exact: true }).click()
    await page.getByRole('menuitem', { name: say('crud_delete'), exact: true }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('crud_delete'), exact: true })
      .click()
  }
  await remove()
  await page.getByRole('button', { name: say('undo_action'), exact: true }).click()
  await expect(page.getByText(say('undo_restored', { count: 1 }))).toBeVisible()
  expect(await db.$count(examSchemeRevision)).toBe(all)
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('已发布')

  await remove()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await reload()
  await db.execute(sql`update exam_scheme set name = ${name} where id = (select min(id) from exam_scheme)`)
  await open(page)
  await cards(page)
    .getByRole('button', { name: say('deleted_restoreOf', { name }) })
    .click()
  await expect(dialog(page).getByRole('alert')).toContainText(say('error_duplicate', { field: '方案名称' }))
  await db.execute(sql`update exam_scheme set name = 'Other' where id = (select min(id) from exam_scheme)`)
  await cards(page)
    .getByRole('button', { name: say('deleted_restoreOf', { name }) })
    .click()
  await expect(dialog(page).getByText(say('deleted_empty'))).toBeVisible()
  expect(await db.$count(examSchemeRevision)).toBe(all)
})

test('deleted rows that cannot be read say so, and are tried again', async ({ page, ground, signIn, allowConsole }) => {
  allowConsole(/Failed to load resource|Failed to fetch/)
  const rooms = await makeRooms(ground, 'unread-room', 3)
  await signIn('admin', 'admin', rooms.path)
  await open(page)
  await expect(dialog(page).getByText(say('deleted_empty'))).toBeVisible()
  await page.route('**/_serverFn/**', (route) => route.abort())
  const search = dialog(page).getByRole('textbox', { name: say('crud_search') })
  await search.fill('考场')
  await search.press('Enter')
  const failed = dialog(page).getByRole('alert')
  await expect(failed).toBeVisible()
  await page.unroute('**/_serverFn/**')
  await failed.getByRole('button', { name: say('ui_retry') }).click()
  await expect(dialog(page).getByText(say('deleted_notFound'))).toBeVisible()
})
