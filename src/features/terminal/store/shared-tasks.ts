import type { KeptTask } from './kept-terminal.ts'
import { isRunning, type TerminalTask, taskStatus } from './task.ts'

// All windows of a browser share one stored list. Each writes the tasks that it has changed, and takes over the others.

/** What is stored of a task's output: so many lines at the most, and so many bytes. */
const MOST_LINES = 200
const MOST_BYTES = 20_000
/** Older tasks are stored without output: a browser stores only some megabytes. */
const MOST_OUTPUTS = 100

const encoder = new TextEncoder()

/** A task as it is stored: with the end of its output, and without its callback. */
export function toKeep({ callback: _, message, ...task }: TerminalTask): KeptTask {
  let from = message.length
  for (let bytes = 0; from > Math.max(0, message.length - MOST_LINES); from--) {
    bytes += encoder.encode(message[from - 1]).length
    if (bytes > MOST_BYTES) break
  }
  return { ...task, message: message.slice(from), omitted: task.omitted + from }
}

type Own = {
  tasks: readonly TerminalTask[]
  /** Tasks that this window has changed and not yet stored. */
  changed: ReadonlySet<string>
  /** Tasks whose message this window has only shown or hidden. */
  shown: ReadonlySet<string>
  /** Tasks that this window has removed. */
  removed: ReadonlySet<string>
}

const inOrder = <T extends { createTime: number }>(tasks: T[]) =>
  tasks.sort((one, other) => one.createTime - other.createTime)

/** The list to store: what is stored, with the changes of this window. */
export function mergedTasks(stored: readonly KeptTask[], { tasks, changed, shown, removed }: Own): KeptTask[] {
  const own = new Map(tasks.filter(({ uuid }) => changed.has(uuid)).map((task) => [task.uuid, toKeep(task)]))
  const merged = stored
    .filter(({ uuid }) => !removed.has(uuid) && !own.has(uuid))
    .map((task) => {
      const mine = shown.has(task.uuid) && tasks.find(({ uuid }) => uuid === task.uuid)
      return mine ? { ...task, showMessage: mine.showMessage } : task
    })
  const all = inOrder([...merged, ...own.values()])
  return all.map((task, index) => (index < all.length - MOST_OUTPUTS ? withoutOutput(task) : task))
}

const withoutOutput = (task: KeptTask): KeptTask => ({ ...task, message: [], omitted: lineCount(task) })

type Adopting = Pick<Own, 'tasks' | 'removed'> & {
  /** Tasks that this window knows better: it follows them, or has changed them. */
  isOwn(uuid: string): boolean
}

/** The list of this window, after others have changed the stored one. */
export function adoptedTasks(stored: readonly KeptTask[], { tasks, removed, isOwn }: Adopting): TerminalTask[] {
  const mine = new Map(tasks.map((task) => [task.uuid, task]))
  const there = new Set(stored.map(({ uuid }) => uuid))
  const adopted = stored
    .filter(({ uuid }) => !removed.has(uuid))
    .map((task) => {
      const known = mine.get(task.uuid)
      return known && (isOwn(task.uuid) || holds(known, task)) ? known : taken(task, known)
    })
  return inOrder([...adopted, ...tasks.filter(({ uuid }) => !there.has(uuid) && isOwn(uuid))])
}

const lineCount = ({ omitted, message }: Pick<TerminalTask, 'omitted' | 'message'>) => omitted + message.length

/** Whether the task of this window stays: it is the same, or nobody here knows how it goes on, and it has not ended. */
const holds = (known: TerminalTask, stored: KeptTask) =>
  (known.status === stored.status && lineCount(known) === lineCount(stored) && known.locked === stored.locked) ||
  (known.status === taskStatus.unknown && isRunning(stored))

const taken = (stored: KeptTask, known: TerminalTask | undefined): TerminalTask => ({
  ...stored,
  showMessage: known && known.status === stored.status ? known.showMessage : stored.showMessage,
  callback: known?.callback,
})

/** The list to store when this window goes: nobody follows its tasks any longer. */
export function abandonedTasks(stored: readonly KeptTask[], isOwn: (uuid: string) => boolean): KeptTask[] {
  return stored.map((task) =>
    isRunning(task) && isOwn(task.uuid)
      ? { ...task, status: taskStatus.unknown, showMessage: task.showMessage || task.blockOnFailure }
      : task,
  )
}
