import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BackendError } from '#src/backend/backend-error.ts'
import {
  terminal,
  toggleConfigDialog,
  togglePackageManagerDialog,
} from '#src/features/terminal/store/terminal-store.ts'
import { TerminalHost } from '#src/features/terminal/terminal-host.tsx'
import type { ViewCalls } from '#src/features/terminal/view-calls.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { added, callsOf, infoOf, renderTerminal } from './support/terminal-page.tsx'

const manager = page.getByRole('dialog', { name: m.terminal_manager(), exact: true })
const settings = page.getByRole('dialog', { name: m.terminal_settingsTitle(), exact: true })
const theTerminal = page.getByRole('dialog', { name: m.terminal_open(), exact: true })
const save = page.getByRole('button', { name: m.terminal_save(), exact: true })

async function openManager(calls: ViewCalls = callsOf()) {
  await renderTerminal(<TerminalHost opened={0} onCancel={() => {}} />, calls)
  togglePackageManagerDialog(true)
  await expect.element(manager).toBeVisible()
}

async function openSettings(calls: ViewCalls = callsOf()) {
  await renderTerminal(<TerminalHost opened={0} onCancel={() => {}} />, calls)
  toggleConfigDialog(true)
  await expect.element(settings.getByLabelText(m.terminal_port())).toBeVisible()
}

const refuse = async () => {
  throw new BackendError(409, 'Somebody else has changed it.')
}

test('the package manager is saved on the server, then here', async () => {
  let answer = () => {}
  const calls = callsOf({
    change: async ({ manager: chosen = '' }) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return { manager: chosen, port: 8000 }
    },
  })
  await openManager(calls)
  expect(manager.getByRole('radio').elements()).toHaveLength(6)
  await expect.element(manager.getByRole('radio', { name: 'npm', exact: true })).toBeChecked()
  await manager.getByLabelText('yarn').click()
  await save.click()
  await expect.element(save).toHaveAttribute('aria-busy', 'true')
  expect(terminal.read().packageManager).toBe('npm')
  answer()
  await expect.element(theTerminal).toBeVisible()
  expect(terminal.read()).toMatchObject({ packageManager: 'yarn', showPackageManagerDialog: false, show: true })
  expect(calls.change).toHaveBeenCalledExactlyOnceWith({ manager: 'yarn' })
  await expect.element(page.getByText(m.terminal_managerSaved())).toBeVisible()
})

test('a failure keeps the choice on screen, says why, and changes nothing', async () => {
  await openManager(callsOf({ change: refuse }))
  await manager.getByLabelText(m.terminal_managerNone(), { exact: false }).click()
  await save.click()
  await expect.element(manager.getByRole('alert')).toHaveTextContent('Somebody else has changed it.')
  await expect.element(manager.getByLabelText(m.terminal_managerNone(), { exact: false })).toBeChecked()
  expect(terminal.read().packageManager).toBe('npm')
  await expect.element(manager.getByRole('button', { name: m.terminal_version() })).not.toBeInTheDocument()
})

test('the version of a package manager is asked for, and shows in the terminal', async () => {
  await openManager()
  await manager.getByLabelText('cnpm').click()
  await manager.getByRole('button', { name: m.terminal_version() }).click()
  await expect.element(theTerminal.getByRole('heading', { name: 'Version of cnpm' })).toBeVisible()
  expect(added().map(({ command }) => command)).toEqual(['version.cnpm'])
  expect(terminal.read()).toMatchObject({ packageManager: 'npm', showDot: false })
})

test('the port is saved, within its limits', async () => {
  const calls = callsOf()
  await openSettings(calls)
  const port = settings.getByLabelText(m.terminal_port())
  for (const wrong of ['0', '65536', '80.5', 'eight']) {
    await port.fill(wrong)
    await save.click()
    await expect.element(settings.getByText(m.terminal_portBad())).toBeVisible()
  }
  expect(calls.change).not.toHaveBeenCalled()
  await port.fill('9000')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(m.terminal_portSaved())).toBeVisible()
  expect(calls.change).toHaveBeenCalledExactlyOnceWith({ port: 9000 })
  expect(terminal.read().port).toBe(9000)
})

test('a port that cannot be saved goes back to the former one, with the reason at the field', async () => {
  await openSettings(callsOf({ change: refuse }))
  const port = settings.getByLabelText(m.terminal_port())
  await port.fill('9000')
  await save.click()
  await expect.element(settings.getByText('Somebody else has changed it.', { exact: false })).toBeVisible()
  await expect.element(port).toHaveValue('8000')
  await expect.element(port).toHaveAttribute('aria-invalid', 'true')
  expect(terminal.read().port).toBe(8000)
})

test('it warns when the page is served elsewhere', async () => {
  await openSettings(callsOf({ info: async () => infoOf({ servedPort: 3000 }) }))
  await expect.element(settings.getByText(m.terminal_portOther({ served: '3000', port: '8000' }))).toBeVisible()
})

test('start command and addresses are read only, and can be copied', async () => {
  await openSettings()
  await expect.element(settings.getByLabelText(m.terminal_startCommand())).toHaveValue('npm start')
  await expect.element(settings.getByLabelText(m.terminal_startCommand())).toHaveAttribute('readonly')
  await expect.element(settings.getByRole('textbox', { name: 'http://localhost:8000' })).toBeVisible()
  await settings.getByRole('button', { name: m.terminal_copyLabel({ name: 'npm start' }) }).click()
  await expect.element(page.getByText(m.terminal_copied()).or(page.getByText(m.terminal_copyFailed()))).toBeVisible()
})

test('the registry comes from the configuration, and is used on demand', async () => {
  await openSettings(callsOf({ info: async () => infoOf({ registry: 'https://packages.example' }) }))
  await expect.element(settings.getByText('https://packages.example')).toBeVisible()
  await expect
    .element(settings.getByRole('link', { name: m.terminal_registryConfig() }))
    .toHaveAttribute('href', '/admin/routine/config')
  await settings.getByRole('button', { name: m.terminal_registryUse() }).click()
  await expect.element(theTerminal).toBeVisible()
  expect(added().map(({ command }) => command)).toEqual(['registry'])
})

test('without a registry there is nothing to use', async () => {
  await openSettings()
  await expect.element(settings.getByText(m.terminal_registryNone())).toBeVisible()
  await expect.element(settings.getByRole('button', { name: m.terminal_registryUse() })).not.toBeInTheDocument()
})

test('clearing finished tasks automatically is switched', async () => {
  await openSettings()
  const cleanup = settings.getByRole('checkbox', { name: m.terminal_cleanup() })
  await expect.element(cleanup).toBeChecked()
  await settings.getByText(m.terminal_cleanup()).click()
  expect(terminal.read().automaticCleanupTask).toBe(0)
  await settings.getByText(m.terminal_cleanup()).click()
  expect(terminal.read().automaticCleanupTask).toBe(1)
})

test('settings that cannot be loaded say why', async () => {
  let works = false
  const info = async () => {
    if (!works) throw new BackendError(503, 'Service unavailable!')
    return infoOf()
  }
  await renderTerminal(<TerminalHost opened={0} onCancel={() => {}} />, callsOf({ info }))
  toggleConfigDialog(true)
  await expect.element(settings.getByRole('alert')).toBeVisible()
  works = true
  await settings.getByRole('button', { name: m.ui_retry() }).click()
  await expect.element(settings.getByLabelText(m.terminal_port())).toBeVisible()
  await settings.getByRole('button', { name: m.ui_close() }).first().click()
  await expect.element(theTerminal).toBeVisible()
})
