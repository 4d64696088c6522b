import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { NoticeCalls, NoticeEntry } from '#src/features/notices/notice.queries.ts'
import { NoticeBell } from '#src/features/notices/notice-bell.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { noticeLog } from '#src/layout/notices/notice-log.ts'
import { toaster } from '#src/ui/toast.tsx'
import '../../app/styles.css'
import { expectListening } from '../support/listening.ts'

beforeEach(() => noticeLog.clear())
afterEach(() => vi.restoreAllMocks())

const entry = (id: number, more: Partial<NoticeEntry> = {}): NoticeEntry => ({
  source: 'notice',
  id,
  look: 'done',
  title: `Done: Import ${id}`,
  text: '3 added',
  link: '/admin/baseInfo/subject',
  time: '2026-01-02T03:04:05.000Z',
  read: false,
  ...more,
})

/** The bell before a server that keeps these notices. */
async function openBell(entries: NoticeEntry[], { viewing = false, fails = false } = {}) {
  let list = entries
  let failing = fails
  const unread = () => list.filter(({ read }) => !read).length
  const calls: NoticeCalls = {
    page: async ({ before, unread: only }) => {
      if (failing) throw new Error('no line')
      const shown = list.filter(({ read }) => !only || !read)
      const from = before ? Number(before) : 0
      return {
        list: shown.slice(from, from + 2),
        next: shown.length > from + 2 ? String(from + 2) : null,
        unread: unread(),
      }
    },
    unread: async () => unread(),
    read: async ({ ids = [], announcementIds = [], all }) => {
      list = list.map((one) => {
        const given = one.source === 'notice' ? ids : announcementIds
        return all || given.includes(one.id) ? { ...one, read: true } : one
      })
      return unread()
    },
  }
  const onGo = vi.fn()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await render(
    <QueryClientProvider client={client}>
      <NoticeBell side="admin" owner={7} timeZone="Asia/Shanghai" viewing={viewing} calls={calls} onGo={onGo} />
    </QueryClientProvider>,
  )
  const arrive = async (one: NoticeEntry) => {
    list = [one, ...list]
    await client.invalidateQueries()
  }
  return { onGo, arrive, mend: () => (failing = false) }
}

const panel = page.getByRole('dialog', { name: m.notice_open() })
const lines = panel.getByRole('listitem')
const bell = (unread: number) =>
  page.getByRole('button', { name: unread > 0 ? m.notice_unread({ count: unread }) : m.notice_open(), exact: true })

test('the bell counts, lists page by page, and a notice is read by opening it', async () => {
  const { onGo } = await openBell([entry(3), entry(2, { read: true }), entry(1, { link: '' })])
  await bell(2).click()
  await expect.element(lines.first().getByText('Done: Import 3')).toBeVisible()
  await panel.getByRole('button', { name: m.notice_more() }).click()
  await expect.element(panel.getByText('Done: Import 1')).toBeVisible()
  await panel.getByText('Done: Import 1').click()
  await expect.element(bell(1)).toBeVisible()
  expect(onGo).not.toHaveBeenCalled()
  await panel.getByText('Done: Import 3').click()
  expect(onGo).toHaveBeenCalledWith('/admin/baseInfo/subject')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(bell(0)).toBeVisible()
})

test('an announcement opens with its whole text, and all are marked at once', async () => {
  const letter = entry(1, { source: 'announcement', look: 'announcement', title: 'Exam week', text: 'Line 1\nLine 2' })
  await openBell([letter, entry(1), entry(2)])
  await bell(3).click()
  await panel.getByText('Exam week').click()
  const dialog = page.getByRole('dialog', { name: 'Exam week' })
  await expect.poll(() => dialog.element().textContent).toContain('Line 2')
  await expectListening(dialog)
  await userEvent.keyboard('{Escape}')
  await bell(2).click()
  await panel.getByRole('button', { name: m.notice_readAll() }).click()
  await expect.element(bell(0)).toBeVisible()
  await panel.getByRole('button', { name: m.notice_showUnread() }).click()
  await expect.element(panel.getByText(m.notice_noneUnread())).toBeVisible()
  await panel.getByRole('button', { name: m.notice_showAll() }).click()
  await expect.element(panel.getByText('Exam week')).toBeVisible()
})

test('what comes later is told politely, and the page keeps its title', async () => {
  const title = document.title
  const { arrive } = await openBell([])
  await bell(0).click()
  await expect.element(panel.getByText(m.notice_noneYet())).toBeVisible()
  await arrive(entry(1))
  await expect.element(page.getByRole('status').filter({ hasText: m.notice_unread({ count: 1 }) })).toBeInTheDocument()
  expect(document.title).toBe(title)
})

test('the keyboard changes between the notices and the messages of this visit', async () => {
  await openBell([entry(1)])
  toaster.success('Lakeside was saved')
  await bell(1).click()
  const mine = panel.getByRole('tab', { name: m.notice_forYou() })
  await expect.element(mine).toHaveAttribute('aria-selected', 'true')
  mine.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(panel.getByRole('tab', { name: m.notice_visit() })).toHaveFocus()
  await expect.element(panel.getByText('Lakeside was saved')).toBeVisible()
  await userEvent.keyboard('{Home}')
  await expect.element(panel.getByText('Done: Import 1')).toBeVisible()
})

test('who views as the user marks nothing; a failure says so and can be tried again', async () => {
  const { mend } = await openBell([entry(1, { link: '' })], { viewing: true, fails: true })
  await bell(1).click()
  await expect.element(panel.getByRole('alert')).toBeVisible()
  mend()
  await panel.getByRole('button', { name: m.ui_retry() }).click()
  await panel.getByText('Done: Import 1').click()
  await expect.element(panel.getByText(m.notice_new())).toBeInTheDocument()
  await expect.element(panel.getByRole('button', { name: m.notice_readAll() })).not.toBeInTheDocument()
})
