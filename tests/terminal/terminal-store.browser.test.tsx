import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { type TerminalTask, taskStatus } from '#src/features/terminal/store/task.ts'
import * as store from '#src/features/terminal/store/terminal-store.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { clearLocalStores } from '#src/lib/clear-local-stores.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'
import { toastStore } from '#src/ui/toast-store.ts'
import { oneTask } from './sketch.ts'

// No task here reaches the server: the first one has failed, and blocks those after it. Each test names its own, for a
// page forgets no task that it has removed.

beforeEach(() => {
  store.init()
  clearLocalStores()
  store.toggle(false)
})
afterEach(() => clearLocalStores())

/** Another window stores these tasks. */
function elsewhere(...taskList: TerminalTask[]) {
  store.toggleDot(true)
  const key = Object.keys(localStorage).find((name) => name.startsWith(`${storageKeys.terminal}:`)) ?? ''
  const kept = JSON.parse(localStorage.getItem(key) ?? '{}')
  localStorage.setItem(key, JSON.stringify({ ...kept, value: { ...kept.value, taskList } }))
  dispatchEvent(new StorageEvent('storage', { key }))
}
const commands = () => store.terminal.read().taskList.map(({ command }) => command)

test('a task that will never start is announced, and waits', () => {
  elsewhere(oneTask('first', taskStatus.failed))
  store.addTask('lint', { extend: 'word' })
  expect(toastStore.read()).toMatchObject([{ type: 'error', text: m.terminal_blocked() }])
  expect(m.terminal_blocked({}, { locale: 'en' })).toBe(
    'Newly added tasks will never start because they are blocked by failed tasks',
  )
  const { taskList, showDot } = store.terminal.read()
  expect(taskList.at(-1)).toMatchObject({
    command: 'lint',
    extend: 'word',
    status: taskStatus.waiting,
    blockOnFailure: true,
  })
  expect(showDot).toBe(true)
})

test('commands of the package manager are those of the one that is set', () => {
  elsewhere(oneTask('second', taskStatus.failed))
  store.addTaskPM('check')
  store.setConfig({ packageManager: 'npm', port: 9_000 })
  store.addTaskPM('install', { extend: '{}' })
  expect(commands()).toEqual(['versions', 'check.pnpm', 'install.npm'])
  expect(store.terminal.read().port).toBe(9_000)
  store.setConfig({ packageManager: 'pnpm', port: 8_000 })
})

test('opening clears the dot; the dialogs close the terminal; tasks are removed', () => {
  elsewhere(oneTask('third', taskStatus.failed), oneTask('done', taskStatus.success, { createTime: 2 }))
  store.toggle()
  expect(store.terminal.read()).toMatchObject({ show: true, showDot: false })
  store.togglePackageManagerDialog()
  expect(store.terminal.read()).toMatchObject({ show: false, showPackageManagerDialog: true })
  store.togglePackageManagerDialog()
  store.toggle(true)
  store.toggleConfigDialog()
  expect(store.terminal.read()).toMatchObject({ show: false, showPackageManagerDialog: false, showConfig: true })
  store.toggleConfigDialog(false)
  store.setTaskShowMessage('third')
  expect(store.terminal.read().taskList[0]?.showMessage).toBe(true)
  store.clearSuccessTask()
  expect(store.terminal.read().taskList.map(({ uuid }) => uuid)).toEqual(['third'])
  store.changeAutomaticCleanupTask(0)
  expect(store.terminal.read().automaticCleanupTask).toBe(0)
  store.delTask('third')
  expect(commands()).toEqual([])
})

test('a component shows the terminal as it changes', async () => {
  function Commands() {
    return <output>{store.useTerminal().taskList.map(({ command }) => command)}</output>
  }
  const page = await render(<Commands />)
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement()
  elsewhere(oneTask('other', taskStatus.unknown))
  store.addTask('lint')
  await expect.element(page.getByRole('status')).toHaveTextContent('versionslint')
})
