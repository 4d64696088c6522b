import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { NoticeMail, type NoticeMailCalls } from '#src/features/notices/notice-mail.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import '../../app/styles.css'

type Given = { email?: string; viewing?: boolean; available?: boolean }

/** The card before a server that keeps the choices, and that can be made to fail. */
async function openCard({ email = 'wang@school.test', viewing = false, available = true }: Given = {}) {
  const server = { failing: false, asked: [] as string[], on: { device: true, announcement: false } }
  const calls: NoticeMailCalls = {
    get: async () => ({
      available,
      kinds: [
        { kind: 'device', label: 'Sign-ins', help: 'Of others.', on: server.on.device },
        { kind: 'announcement', label: 'News', help: 'For you.', on: server.on.announcement },
      ],
    }),
    choose: async (side, { kind, on }) => {
      if (server.failing) throw new Error('no line')
      server.asked.push(`${side} ${kind} ${on}`)
      if (kind === 'device' || kind === 'announcement') server.on[kind] = on
    },
  }
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <NoticeMail side="user" email={email} viewing={viewing} calls={calls} />
    </QueryClientProvider>,
  )
  return server
}

const choice = (name: string) => page.getByRole('checkbox', { name })

test('a switch is stored at once, by keyboard too, and the last of several presses counts', async () => {
  const server = await openCard()
  await expect.element(choice('Sign-ins')).toBeChecked()
  await expect.element(choice('Sign-ins')).toHaveAccessibleDescription('Of others.')
  await expect.element(page.getByRole('status')).not.toBeInTheDocument()
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(choice('News')).toHaveFocus()
  await userEvent.keyboard('[Space][Space][Space]')
  await expect.element(choice('News')).toBeChecked()
  await expect.element(choice('News')).toHaveFocus()
  await expect
    .poll(() => server.asked)
    .toEqual(['user announcement true', 'user announcement false', 'user announcement true'])
})

test('a choice that could not be stored is shown as it is stored', async () => {
  const server = await openCard()
  server.failing = true
  await choice('Sign-ins').click({ force: true })
  await expect.element(choice('Sign-ins')).toBeChecked()
  expect(server.on.device).toBe(true)
})

test('it says why nothing is sent, and lets who views as the user choose nothing', async () => {
  await openCard({ email: '', viewing: true })
  await expect.element(page.getByRole('status')).toHaveTextContent(m.noticeMail_noAddress())
  await expect.element(choice('News')).toBeDisabled()
})

test('without mail on the site it says so first', async () => {
  await openCard({ email: '', available: false })
  await expect.element(page.getByRole('status')).toHaveTextContent(m.noticeMail_off())
})
