import type { LocalStore } from '#src/lib/local-store.ts'
import type { KeptTerminal } from './kept-terminal.ts'
import { abandonedTasks, adoptedTasks, mergedTasks } from './shared-tasks.ts'
import { isRunning, type TerminalState, type TerminalTask } from './task.ts'
import { taskOf } from './task-list.ts'

type Page = {
  read(): TerminalState
  /** Other windows have changed the list. */
  adopt(next: TerminalState): void
  /** Whether this window follows the run of a task. */
  follows(uuid: string): boolean
}

/** Stores what a window changes, and hands on what other windows have changed. */
export type TaskKeeper = {
  /** Stores the difference. Output waits, because many lines may follow. */
  note(before: TerminalState, after: TerminalState): void
  start(): void
}

/** @param pause milliseconds until output is stored */
export function keepTasks(kept: LocalStore<KeptTerminal>, page: Page, pause: number): TaskKeeper {
  const changed = new Set<string>()
  const shown = new Set<string>()
  const leaving = new Set<string>()
  /** For the rest of the visit: another window may still write a task that was removed here. */
  const removed = new Set<string>()
  let fields: Partial<Pick<KeptTerminal, 'showDot' | 'automaticCleanupTask'>> = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing = false

  const write = (next: KeptTerminal) => {
    writing = true
    kept.write(next)
    writing = false
  }
  const store = () => {
    clearTimeout(timer)
    timer = undefined
    const stored = kept.read()
    const { taskList: tasks } = page.read()
    const taskList = mergedTasks(stored.taskList, { tasks, changed, shown, removed: leaving })
    write({ ...stored, ...fields, taskList })
    for (const set of [changed, shown, leaving]) set.clear()
    fields = {}
  }
  const adopt = () => {
    if (writing) return
    const { taskList: stored, showDot, automaticCleanupTask } = kept.read()
    const state = page.read()
    const isOwn = (uuid: string) => page.follows(uuid) || changed.has(uuid)
    const taskList = adoptedTasks(stored, { tasks: state.taskList, removed, isOwn })
    page.adopt({ ...state, taskList, showDot: showDot && !state.show, automaticCleanupTask })
  }
  return {
    note(before, after) {
      let soon = false
      for (const task of after.taskList) {
        const was = taskOf(before, task.uuid)
        if (was === task) continue
        if (was && onlyShown(was, task)) shown.add(task.uuid)
        else changed.add(task.uuid)
        if (was?.status !== task.status || was.showMessage !== task.showMessage || was.locked !== task.locked)
          soon = true
      }
      for (const { uuid } of before.taskList) {
        if (taskOf(after, uuid)) continue
        for (const set of [leaving, removed]) set.add(uuid)
        for (const set of [changed, shown]) set.delete(uuid)
        soon = true
      }
      const { showDot, automaticCleanupTask } = after
      if (before.showDot !== showDot) fields = { ...fields, showDot }
      if (before.automaticCleanupTask !== automaticCleanupTask) fields = { ...fields, automaticCleanupTask }
      if (soon || Object.keys(fields).length > 0) store()
      else if (changed.size > 0) timer ??= setTimeout(store, pause)
    },
    start() {
      kept.subscribe(adopt)
      window.addEventListener('pagehide', () => {
        store()
        const stored = kept.read()
        write({ ...stored, taskList: abandonedTasks(stored.taskList, page.follows) })
      })
      // A page that comes back continues with its tasks.
      window.addEventListener('pageshow', ({ persisted }) => {
        if (!persisted) return
        for (const task of page.read().taskList) if (isRunning(task) && page.follows(task.uuid)) changed.add(task.uuid)
        store()
        adopt()
      })
    },
  }
}

const onlyShown = (before: TerminalTask, after: TerminalTask) =>
  before.status === after.status && before.message === after.message && before.locked === after.locked
