import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BackendError } from '#src/backend/backend-error.ts'
import { taskStatus } from '#src/features/terminal/store/task.ts'
import { setConfig, terminal, toggle } from '#src/features/terminal/store/terminal-store.ts'
import { TerminalHost } from '#src/features/terminal/terminal-host.tsx'
import type { ViewCalls } from '#src/features/terminal/view-calls.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { expectListening } from '../support/listening.ts'
import { added, callsOf, infoOf, renderTerminal, taskOfStatus } from './support/terminal-page.tsx'

const dialog = page.getByRole('dialog', { name: m.terminal_open(), exact: true })
const toolbar = dialog.getByRole('region', { name: m.terminal_tools() })
const tool = (name: string) => toolbar.getByRole('button', { name, exact: true })
const commandsAdded = () => added().map(({ command, extend, blockOnFailure }) => [command, extend, blockOnFailure])

async function open(calls: ViewCalls = callsOf(), tasks: Parameters<typeof renderTerminal>[2] = []) {
  await renderTerminal(<TerminalHost opened={1} onCancel={() => {}} />, calls, tasks)
  await expect.element(dialog).toBeVisible()
  await expect.element(tool(m.terminal_build())).toBeEnabled()
}

test('the package manager is tested without blocking the queue', async () => {
  await open()
  await tool(m.terminal_checkManager()).click()
  expect(commandsAdded()).toEqual([['check.npm', '', false]])
  await expect.element(dialog.getByRole('heading', { name: 'Test npm' })).toBeVisible()
})

test('building again asks first', async () => {
  await open()
  const question = page.getByRole('alertdialog', { name: m.terminal_buildAsk() })
  await tool(m.terminal_build()).click()
  await expect.element(question.getByText(m.terminal_buildText())).toBeVisible()
  await question.getByRole('button', { name: m.ui_cancel() }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(commandsAdded()).toEqual([])
  await tool(m.terminal_build()).click()
  await question.getByRole('button', { name: m.terminal_build() }).click()
  expect(commandsAdded()).toEqual([['build', '', true]])
})

test('any command can be run, and one that takes packages asks for them', async () => {
  await open()
  await tool(m.terminal_commands()).click()
  await expect.poll(() => page.getByRole('menuitem').elements().length).toBe(17)
  await page.getByRole('menuitem', { name: /^Show versions/ }).click()
  expect(commandsAdded()).toEqual([['versions', '', true]])
  await tool(m.terminal_commands()).click()
  await page.getByRole('menuitem', { name: /^Install with yarn/ }).click()
  await expect.element(page.getByRole('dialog', { name: 'Install with yarn' })).toBeVisible()
})

test('packages are checked as they are typed, and scripts are off', async () => {
  await open()
  await tool(m.terminal_install()).click()
  const form = page.getByRole('dialog', { name: 'Install with npm' })
  const names = form.getByLabelText(m.terminal_installNames())
  await expect.element(names).toHaveFocus()
  await names.fill('left-pad@1.3.0 zod\n@ark-ui/react --global')
  await expect.element(form.getByText(m.terminal_packageWrong({ name: '--global' }))).toBeVisible()
  await form.getByRole('button', { name: m.terminal_confirmInstall() }).click()
  await expect.element(names).toHaveFocus()
  expect(commandsAdded()).toEqual([])
  await names.fill(Array.from({ length: 21 }, (_, at) => `p${at}`).join(' '))
  await expect.element(form.getByText(m.terminal_installMany({ most: 20 }))).toBeVisible()
  await names.fill('left-pad@1.3.0 zod\n@ark-ui/react, zod')
  await form.getByRole('button', { name: m.terminal_confirmInstall() }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect(commandsAdded()).toEqual([['install.npm', '{"packages":["left-pad@1.3.0","zod","@ark-ui/react"]}', true]])
})

test('no names mean those of package.json; install scripts run only when somebody has confirmed it', async () => {
  await open()
  await tool(m.terminal_install()).click()
  const form = page.getByRole('dialog', { name: 'Install with npm' })
  const scripts = form.getByLabelText(m.terminal_scripts())
  const question = page.getByRole('alertdialog', { name: m.terminal_scriptsAsk() })
  await scripts.click()
  await expect.element(question.getByText(m.terminal_scriptsText())).toBeVisible()
  await question.getByRole('button', { name: m.ui_cancel() }).click()
  await expect.element(scripts).not.toBeChecked()
  await form.getByRole('button', { name: m.terminal_confirmInstall() }).click()
  await tool(m.terminal_install()).click()
  await scripts.click()
  await question.getByRole('button', { name: m.terminal_scriptsConfirm() }).click()
  await expect.element(scripts).toBeChecked()
  await form.getByRole('button', { name: m.terminal_confirmInstall() }).click()
  await expect.poll(commandsAdded).toEqual([
    ['install.npm', '', true],
    ['install.npm', '{"scripts":true}', true],
  ])
})

test('who runs commands by hand is offered no installs and no tests', async () => {
  await open(callsOf({ info: async () => infoOf({ packageManager: 'none' }) }))
  await expect.element(tool(m.terminal_install())).not.toBeInTheDocument()
  await expect.element(tool(m.terminal_checkManager())).not.toBeInTheDocument()
  await tool(m.terminal_commands()).click()
  await expect.element(page.getByRole('menuitem', { name: /^Version of npm/ })).toBeVisible()
  expect(page.getByRole('menuitem').elements()).toHaveLength(7)
})

test('finished tasks are cleared', async () => {
  const done = taskOfStatus(taskStatus.success, { createTime: 2 })
  await open(callsOf(), [done, taskOfStatus(taskStatus.unknown, { createTime: 3 })])
  await tool(m.terminal_clear()).click()
  expect(added().map(({ uuid }) => uuid)).toEqual(['task-5'])
  await expect.element(tool(m.terminal_clear())).toBeDisabled()
})

test('tasks stand in the order of the queue, and can be deleted', async () => {
  const tasks = [1, 2, 3].map((at) =>
    taskOfStatus(taskStatus.waiting, { uuid: `task${at}`, createTime: at + 1, command: `version.${at}` }),
  )
  await open(callsOf(), tasks)
  const titles = () => [...dialog.element().querySelectorAll('h3')].map((title) => title.textContent)
  expect(titles()).toEqual(['lint', 'version.1', 'version.2', 'version.3'])
  await dialog.getByRole('listitem').nth(2).getByRole('button', { name: m.terminal_delete() }).click()
  await expect.poll(titles).toEqual(['lint', 'version.1', 'version.3'])
})

test('it tells what waits for the next start', async () => {
  const next = { time: '2026-11-27T03:00:00Z', what: ['packages', 'build'] }
  await open(callsOf({ info: async () => infoOf({ next }) }))
  await expect.element(dialog.getByText(m.terminal_next({ what: 'packages、build' }))).toBeVisible()
})

test('without the commands it says why, and tries again', async () => {
  let works = false
  const info = async () => {
    if (!works) throw new BackendError(503, 'Service unavailable!')
    return infoOf()
  }
  await renderTerminal(<TerminalHost opened={1} onCancel={() => {}} />, callsOf({ info }))
  await expect.element(dialog.getByText(m.terminal_loadFailed())).toBeVisible()
  await expect.element(tool(m.terminal_build())).toBeDisabled()
  works = true
  await dialog.getByRole('alert').getByRole('button', { name: m.ui_retry() }).click()
  await expect.element(tool(m.terminal_build())).toBeEnabled()
  await expect.element(dialog.getByText(m.terminal_loadFailed())).not.toBeInTheDocument()
})

test('Esc closes it, and its state follows', async () => {
  await open()
  expect(terminal.read().show).toBe(true)
  await expectListening(dialog)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(terminal.read().show).toBe(false)
})

test('its two dialogs take its place', async () => {
  await open()
  await tool(m.terminal_manager()).click()
  await expect.element(page.getByRole('dialog', { name: m.terminal_manager() })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: m.ui_cancel() }).click()
  await expect.element(dialog).toBeVisible()
  await tool(m.terminal_settings()).click()
  await expect.element(page.getByRole('dialog', { name: m.terminal_settingsTitle() })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('what the server is set to is taken over', async () => {
  const info = vi.fn<ViewCalls['info']>(async () => infoOf({ packageManager: 'yarn', port: 9000 }))
  await open(callsOf({ info }))
  await expect.poll(() => terminal.read()).toMatchObject({ packageManager: 'yarn', port: 9000 })
  toggle(false)
  setConfig({ packageManager: 'npm', port: 8000 })
})
