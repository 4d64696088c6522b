import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { keptTerminalOf } from '#src/features/terminal/store/kept-terminal.ts'
import { TerminalButton } from '#src/features/terminal/terminal-button.tsx'
import { openTerminal } from '#src/features/terminal/terminal-wanted.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { renderTerminal } from './support/terminal-page.tsx'

const button = (unread: boolean) =>
  page.getByRole('button', { name: unread ? m.terminal_openUnread() : m.terminal_open(), exact: true })
const dialog = page.getByRole('dialog', { name: m.terminal_open(), exact: true })

test('new output shows a dot, which goes when the terminal is opened', async () => {
  await renderTerminal(<TerminalButton userId={0} />)
  await expect.element(button(false)).toBeVisible()
  keptTerminalOf(0).write({ ...keptTerminalOf(0).read(), showDot: true })
  await expect.element(button(true)).toBeVisible()
  await button(true).click()
  await expect.element(dialog).toBeVisible()
  await expect.poll(() => keptTerminalOf(0).read().showDot).toBe(false)
  await dialog.getByRole('button', { name: m.ui_close() }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button(false)).toBeVisible()
  await button(false).click()
  await expect.element(dialog).toBeVisible()
})

test('the command palette opens it too', async () => {
  await renderTerminal(<TerminalButton userId={0} />)
  await expect.element(button(false)).toBeVisible()
  openTerminal()
  await expect.element(dialog).toBeVisible()
  expect([m.terminal_open({}, { locale: 'en' }), m.terminal_open({}, { locale: 'zh-cn' })]).toEqual([
    'Terminal',
    '终端',
  ])
})
