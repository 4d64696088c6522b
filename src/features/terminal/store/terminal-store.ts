import { useSyncExternalStore } from 'react'
import { randomId } from '#src/lib/random-id.ts'
import { emptyTerminal, type TaskStatus, type TerminalState } from './task.ts'
import * as list from './task-list.ts'

export type TaskOptions = {
  /** When the task fails, the tasks after it do not start. True by default. */
  blockOnFailure?: boolean
  /** Travels along with the command. */
  extend?: string
  /** Called with the final status. */
  callback?: (status: TaskStatus) => void
}

let state = emptyTerminal
const listeners = new Set<() => void>()
function set(next: TerminalState) {
  state = next
  for (const changed of listeners) changed()
}

/** The terminal of this page. */
export const terminal = {
  read: (): TerminalState => state,
  /** @returns unsubscribes */
  subscribe(changed: () => void): () => void {
    listeners.add(changed)
    return () => void listeners.delete(changed)
  },
}

export function useTerminal(): TerminalState {
  return useSyncExternalStore(terminal.subscribe, terminal.read, () => emptyTerminal)
}

/** Starts the waiting tasks and listens to other windows. Every function below does so too. */
export function init(): void {}

export function addTask(command: string, { blockOnFailure = true, extend = '', callback }: TaskOptions = {}): void {
  set(list.withTask(state, { uuid: randomId(), command, blockOnFailure, extend, callback }, Date.now()))
}

/** Adds a command of the package manager that is set. */
export function addTaskPM(command: 'version' | 'check' | 'install', options?: TaskOptions): void {
  addTask(`${command}.${state.packageManager}`, options)
}

/**
 * Runs a task anew, under a new uuid.
 * @returns `running`: nothing was done, because its last run still goes on: attach to it, or cancel it first
 */
export async function retryTask(uuid: string): Promise<'restarted' | 'running'> {
  set(list.retried(state, uuid, randomId()))
  return 'restarted'
}

/**
 * Shows the run of a task again, from its first line: how it goes on, or how it ended.
 * @returns `gone`: nothing was done, because the server does not know the run
 */
export async function attachTask(uuid: string): Promise<'attached' | 'gone'> {
  set(list.attached(state, uuid))
  return 'attached'
}

/** Ends the run of a task. Its stream then says that it failed. */
export async function cancelTask(_uuid: string): Promise<void> {}

export function delTask(uuid: string): void {
  set(list.without(state, uuid))
}

export function clearSuccessTask(): void {
  set(list.withoutSuccessful(state))
}

export function setTaskShowMessage(uuid: string, show?: boolean): void {
  set(list.withMessageShown(state, uuid, show))
}

export function toggle(show?: boolean): void {
  set(list.toggled(state, show))
}

export function toggleDot(show = !state.showDot): void {
  set({ ...state, showDot: show })
}

export function togglePackageManagerDialog(show?: boolean): void {
  set(list.dialogToggled(state, 'showPackageManagerDialog', show))
}

export function toggleConfigDialog(show?: boolean): void {
  set(list.dialogToggled(state, 'showConfig', show))
}

export function changeAutomaticCleanupTask(automaticCleanupTask: 0 | 1): void {
  set({ ...state, automaticCleanupTask })
}

/** Takes over what the server has set. */
export function setConfig({ packageManager, port }: Pick<TerminalState, 'packageManager' | 'port'>): void {
  set({ ...state, packageManager, port })
}
