import { useSyncExternalStore } from 'react'
import { knownPerson } from '#src/features/auth/known-person.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { toaster } from '#src/ui/toast.tsx'
import { terminalCalls } from '../terminal-calls.ts'
import { createTerminal, type TaskOptions, type Terminal } from './create-terminal.ts'
import { keptTerminalOf } from './kept-terminal.ts'
import { emptyTerminal, type TerminalState, type TerminalTask } from './task.ts'
import * as list from './task-list.ts'
import { taskWords } from './task-words.ts'

let made: Terminal | undefined

/** The terminal of this page. Another user gets another page. */
const own = (): Terminal => {
  made ??= createTerminal({
    kept: keptTerminalOf(knownPerson.admin.read()?.userId ?? 0),
    calls: terminalCalls,
    words: taskWords,
    address: '/admin/Terminal/index',
    newId: randomId,
    warn: () => toaster.error(m.terminal_blocked()),
  })
  return made
}

export const terminal = {
  read: (): TerminalState => own().read(),
  /** @returns unsubscribes */
  subscribe: (changed: () => void): (() => void) => own().subscribe(changed),
}

export function useTerminal(): TerminalState {
  return useSyncExternalStore(terminal.subscribe, terminal.read, () => emptyTerminal)
}

/** Starts the waiting tasks, and listens to the other windows. Adding a task and opening the terminal do so too. */
export function init(): void {
  own().init()
}

export function addTask(command: string, options?: TaskOptions): void {
  own().add(command, options)
}

/** Adds a command of the package manager that is set. */
export function addTaskPM(command: 'version' | 'check' | 'install', options?: TaskOptions): void {
  own().add(`${command}.${own().read().packageManager}`, options)
}

/**
 * Runs a task anew, under a new uuid.
 * @returns `running`: nothing was done, because its last run still goes on: attach to it, or cancel it first
 */
export function retryTask(uuid: string): Promise<'restarted' | 'running'> {
  init()
  return own().retry(uuid)
}

/**
 * Shows the run of a task again, from its first line: how it goes on, or how it ended.
 * @returns `gone`: nothing was done, because the server does not know the run
 */
export function attachTask(uuid: string): Promise<'attached' | 'gone'> {
  init()
  return own().attach(uuid)
}

/** Takes a run that another browser has started into the list, and shows how it goes on. */
export function followRun(run: Pick<TerminalTask, 'uuid' | 'command' | 'extend'>): Promise<'attached' | 'gone'> {
  return own().follow(run)
}

/** Ends the run of a task, which then has failed. Resolves when it has ended, so that a retry may follow. */
export function cancelTask(uuid: string): Promise<void> {
  return own().cancel(uuid)
}

/** Removes a task that does not run. */
export function delTask(uuid: string): void {
  own().act((state) => list.without(state, uuid))
}

export function clearSuccessTask(): void {
  own().act(list.withoutSuccessful)
}

export function setTaskShowMessage(uuid: string, show?: boolean): void {
  own().act((state) => list.withMessageShown(state, uuid, show))
}

export function toggle(show?: boolean): void {
  own().act((state) => list.toggled(state, show))
}

export function toggleDot(show?: boolean): void {
  own().act((state) => ({ ...state, showDot: show ?? !state.showDot }))
}

export function togglePackageManagerDialog(show?: boolean): void {
  own().act((state) => list.dialogToggled(state, 'showPackageManagerDialog', show))
}

export function toggleConfigDialog(show?: boolean): void {
  own().act((state) => list.dialogToggled(state, 'showConfig', show))
}

export function changeAutomaticCleanupTask(automaticCleanupTask: 0 | 1): void {
  own().act((state) => ({ ...state, automaticCleanupTask }))
}

/** Takes over what the server has set. */
export function setConfig({ packageManager, port }: Pick<TerminalState, 'packageManager' | 'port'>): void {
  own().act((state) => ({ ...state, packageManager, port }))
}
