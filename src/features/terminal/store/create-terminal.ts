import type { LocalStore } from '#src/lib/local-store.ts'
import { keepTasks } from './keep-tasks.ts'
import type { KeptTerminal } from './kept-terminal.ts'
import { hasFailed, isRunning, type TaskStatus, type TerminalState, type TerminalTask, taskStatus } from './task.ts'
import * as list from './task-list.ts'
import { followerWatch } from './task-locks.ts'
import { type RunnerOptions, taskRunner } from './task-runner.ts'

export type TaskOptions = {
  /** When the task fails, the tasks after it do not start. True by default. */
  blockOnFailure?: boolean
  /** Travels along with the command. */
  extend?: string
  /** Called with the final status. */
  callback?: (status: TaskStatus) => void
}

type Options = RunnerOptions & {
  /** Shared with the other windows. */
  kept: LocalStore<KeptTerminal>
  /** Says that a task which was just added will never start. */
  warn(): void
  /** Milliseconds until output is stored. */
  pause?: number
}

/** A terminal of one window. */
export type Terminal = ReturnType<typeof createTerminal>

export function createTerminal({ kept, warn, pause = 1_000, ...options }: Options) {
  let state = list.stateAtLoad(kept.read())
  let begun = false
  const listeners = new Set<() => void>()

  const read = () => state
  const show = (next: TerminalState) => {
    state = next
    for (const changed of listeners) changed()
  }
  const set = (next: TerminalState) => {
    if (next === state) return
    const before = state
    show(next)
    keeper.note(before, next)
  }
  const runner = taskRunner({ read, set }, options)
  const keeper = keepTasks(kept, { read, adopt, follows: runner.follows }, pause)

  // The window that followed a task has crashed, so nobody follows it any longer.
  const watch = followerWatch((uuid) => {
    const task = list.taskOf(state, uuid)
    if (!task || !isRunning(task) || runner.follows(uuid)) return
    set(list.withStatus(state, uuid, taskStatus.unknown))
    runner.ended(uuid)
  })

  function adopt(next: TerminalState) {
    const before = state
    show(next)
    for (const { uuid, status, locked } of next.taskList) {
      const was = list.taskOf(before, uuid)
      const isOver = (one: TaskStatus) => one === taskStatus.success || hasFailed({ status: one })
      if (was && !isOver(was.status) && isOver(status)) runner.ended(uuid)
      if (locked && isRunning({ status }) && !runner.follows(uuid)) watch(uuid)
    }
    runner.startNext()
  }

  /** Listens to other windows, and starts the waiting tasks. */
  function init() {
    if (begun) return
    begun = true
    keeper.start()
    for (const { uuid, status } of state.taskList) if (status === taskStatus.waiting) runner.own(uuid)
    runner.startNext()
  }

  return {
    read,
    /** @returns unsubscribes */
    subscribe(changed: () => void): () => void {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    init,
    add(command: string, { blockOnFailure = true, extend = '', callback }: TaskOptions = {}) {
      init()
      const uuid = options.newId()
      runner.own(uuid)
      set(list.withTask(state, { uuid, command, blockOnFailure, extend, callback }, Date.now()))
      if (list.warnsOfFailed(state)) warn()
      runner.startNext()
    },
    retry: runner.retry,
    attach: runner.attach,
    cancel: runner.cancel,
    /** Takes the run of another browser into the list, and follows it. */
    follow(run: Pick<TerminalTask, 'uuid' | 'command' | 'extend'>) {
      init()
      set(list.withRun(state, run, Date.now()))
      return runner.attach(run.uuid)
    },
    /** Changes what is no run. What waited for a removed task may start. */
    act(change: (state: TerminalState) => TerminalState) {
      init()
      set(change(state))
      runner.startNext()
    },
  }
}
