import {
  emptyTerminal,
  hasFailed,
  isRunning,
  type TaskStatus,
  type TerminalState,
  type TerminalTask,
  taskStatus,
} from './task.ts'

// What happens to the tasks, from state to state. Nothing here starts a task or stores it.

/** Lines of a task that the page has. */
const MOST_LINES = 5_000

export type NewTask = Pick<TerminalTask, 'uuid' | 'command' | 'blockOnFailure' | 'extend' | 'callback'>

const change = (state: TerminalState, uuid: string, next: (task: TerminalTask) => Partial<TerminalTask>) => ({
  ...state,
  taskList: state.taskList.map((task) => (task.uuid === uuid ? { ...task, ...next(task) } : task)),
})

export const taskOf = ({ taskList }: TerminalState, uuid: string): TerminalTask | undefined =>
  taskList.find((task) => task.uuid === uuid)

/** The state when the page loads. Nobody follows any longer what had begun before. */
export function stateAtLoad(kept: Pick<TerminalState, 'showDot' | 'taskList' | 'automaticCleanupTask'>): TerminalState {
  const state = { ...emptyTerminal, ...kept }
  return kept.taskList.filter(isRunning).reduce((next, { uuid }) => withStatus(next, uuid, taskStatus.unknown), state)
}

/** Adds a waiting task at the end. */
export function withTask(state: TerminalState, task: NewTask, now: number): TerminalState {
  const { taskList, show, showDot } = state.automaticCleanupTask === 1 ? withoutSuccessful(state) : state
  const createTime = Math.max(now, (taskList.at(-1)?.createTime ?? 0) + 1)
  const added = { ...task, createTime, status: taskStatus.waiting, message: [], omitted: 0, showMessage: false }
  return { ...state, showDot: showDot || !show, taskList: [...taskList, added] }
}

/** Adds the task of a run that another browser has started. Nobody here follows it yet. */
export function withRun(state: TerminalState, run: Pick<TerminalTask, 'uuid' | 'command' | 'extend'>, now: number) {
  if (taskOf(state, run.uuid)) return state
  return withStatus(withTask(state, { ...run, blockOnFailure: false }, now), run.uuid, taskStatus.unknown)
}

/** Whether to warn that a task which is added now will never start. */
export const warnsOfFailed = ({ show, taskList }: TerminalState): boolean => !show && taskList.some(hasFailed)

/**
 * The task to start now: the first waiting one, unless a task before it runs, or has failed and blocks those after it.
 * @param mayStart whether this window starts the task
 */
export function nextTask(
  { taskList }: TerminalState,
  mayStart: (task: TerminalTask) => boolean = () => true,
): TerminalTask | undefined {
  for (const task of taskList) {
    if (task.status === taskStatus.waiting) return mayStart(task) ? task : undefined
    if (isRunning(task) || (hasFailed(task) && task.blockOnFailure)) return undefined
  }
  return undefined
}

/** A task that failed and blocks others shows why. */
export function withStatus(state: TerminalState, uuid: string, status: TaskStatus): TerminalState {
  return change(state, uuid, ({ blockOnFailure, showMessage }) => ({
    status,
    showMessage: showMessage || (blockOnFailure && hasFailed({ status })),
  }))
}

/** The window that follows a task has its lock. */
export function withLock(state: TerminalState, uuid: string): TerminalState {
  return change(state, uuid, () => ({ locked: true }))
}

/** Adds lines to a task's output. */
export function withLines(state: TerminalState, uuid: string, lines: readonly string[]): TerminalState {
  if (lines.length === 0 || !taskOf(state, uuid)) return state
  const next = change(state, uuid, ({ message, omitted }) => {
    const all = [...message, ...lines]
    const over = Math.max(0, all.length - MOST_LINES)
    return { message: all.slice(over), omitted: omitted + over }
  })
  return { ...next, showDot: state.showDot || !state.show }
}

/** Begins a task anew. @param next its number from now on */
export function retried(state: TerminalState, uuid: string, next: string): TerminalState {
  return change(state, uuid, () => ({ uuid: next, message: [], omitted: 0, status: taskStatus.waiting }))
}

/** Follows the run of a task again, from its first line. */
export function attached(state: TerminalState, uuid: string): TerminalState {
  return change(state, uuid, () => ({ message: [], omitted: 0, status: taskStatus.connecting, locked: false }))
}

/** Removes a task that does not run. */
export function without(state: TerminalState, uuid: string): TerminalState {
  return { ...state, taskList: state.taskList.filter((task) => task.uuid !== uuid || isRunning(task)) }
}

export function withoutSuccessful(state: TerminalState): TerminalState {
  return { ...state, taskList: state.taskList.filter(({ status }) => status !== taskStatus.success) }
}

export function withMessageShown(state: TerminalState, uuid: string, show?: boolean): TerminalState {
  return change(state, uuid, ({ showMessage }) => ({ showMessage: show ?? !showMessage }))
}

/** Opening the terminal clears the dot. */
export function toggled(state: TerminalState, show = !state.show): TerminalState {
  return { ...state, show, showDot: state.showDot && !show }
}

/** Either dialog replaces the terminal. */
export function dialogToggled(
  state: TerminalState,
  dialog: 'showPackageManagerDialog' | 'showConfig',
  show = !state[dialog],
): TerminalState {
  return { ...state, [dialog]: show, show: false }
}
