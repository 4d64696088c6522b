import { isRunOver } from '#src/lib/terminal-run-states.ts'
import type { TerminalCalls } from '../terminal-calls.ts'
import { heard } from './heard.ts'
import { hasFailed, isRunning, type TaskStatus, type TerminalState, type TerminalTask, taskStatus } from './task.ts'
import { attached, nextTask, retried, taskOf, withLines, withLock, withStatus } from './task-list.ts'
import { lockTask } from './task-locks.ts'
import { followTask, type StreamListener } from './task-stream.ts'
import type { TaskWords } from './task-words.ts'

/** Looks whether a run that was cancelled has ended, and milliseconds between them. */
const CANCEL_LOOKS = 40
const CANCEL_PAUSE_MS = 500

export type RunnerOptions = {
  calls: TerminalCalls
  words: TaskWords
  /** The address of the event streams. */
  address: string
  follow?: typeof followTask | undefined
  newId(): string
}

/** The tasks that run, and those to start. */
export function taskRunner(
  { read, set }: { read(): TerminalState; set(next: TerminalState): void },
  { calls, words, address, follow = followTask, newId }: RunnerOptions,
) {
  /** Tasks that this window starts when it is their turn. */
  const own = new Set<string>()
  /** The runs that this window follows: how to stop following, and how to tell other windows. */
  const followed = new Map<string, { close(): void; free(): void }>()

  function startNext() {
    const task = nextTask(read(), ({ uuid }) => own.has(uuid))
    if (task) void start(task)
  }

  async function start(task: TerminalTask) {
    const { uuid, command, extend } = task
    own.delete(uuid)
    follows(uuid)
    set(withStatus(read(), uuid, taskStatus.connecting))
    try {
      await calls.ready({ command, extend })
    } catch (error) {
      end(uuid, taskStatus.failed, words.refusal(error))
      return
    }
    listen(task)
  }

  function listen({ uuid, command, extend }: TerminalTask) {
    const listener: StreamListener = {
      batch(messages) {
        const { state, over } = heard(read(), uuid, messages)
        set(state)
        if (over) end(uuid)
      },
      lost: () => end(uuid, taskStatus.unknown, words.lost()),
      failed: () => end(uuid, taskStatus.failed, words.lineLost()),
    }
    follows(uuid, follow(`${address}?${new URLSearchParams({ command, uuid, extend })}`, listener))
  }

  function follows(uuid: string, close = () => {}) {
    const free = followed.get(uuid)?.free ?? lockTask(uuid, () => followed.has(uuid) && set(withLock(read(), uuid)))
    followed.set(uuid, { close, free })
  }

  function end(uuid: string, status?: TaskStatus, text?: string) {
    const { close, free } = followed.get(uuid) ?? {}
    close?.()
    if (status !== undefined) set(withStatus(withLines(read(), uuid, text?.split('\n') ?? []), uuid, status))
    followed.delete(uuid)
    free?.()
    ended(uuid)
  }

  /** A task has ended, here or in another window. */
  function ended(uuid: string) {
    const task = taskOf(read(), uuid)
    try {
      task?.callback?.(task.status)
    } finally {
      startNext()
    }
  }

  /** How the last run of a task stands on the server; undefined when it never got there. */
  const runOf = async (uuid: string) => (await calls.states([uuid])).find((run) => run.uuid === uuid)?.state
  const goesOn = async (uuid: string) => {
    const state = await runOf(uuid)
    return state !== undefined && !isRunOver(state)
  }

  return {
    startNext,
    ended,
    own: (uuid: string) => void own.add(uuid),
    follows: (uuid: string) => followed.has(uuid),
    async retry(uuid: string): Promise<'restarted' | 'running'> {
      const task = taskOf(read(), uuid)
      if (!task) return 'restarted'
      if (isRunning(task)) return 'running'
      if (hasFailed(task) && (await goesOn(uuid))) return 'running'
      const now = taskOf(read(), uuid)
      // Meanwhile it was removed, or begun anew.
      if (!now || isRunning(now)) return 'restarted'
      const next = now.status === taskStatus.waiting ? uuid : newId()
      own.add(next)
      if (next !== uuid) set(retried(read(), uuid, next))
      startNext()
      return 'restarted'
    },
    async attach(uuid: string): Promise<'attached' | 'gone'> {
      // For a run that the server does not know, a stream would start one.
      if (!(await runOf(uuid))) return 'gone'
      const task = taskOf(read(), uuid)
      if (!task || followed.has(uuid)) return 'attached'
      follows(uuid)
      set(attached(read(), uuid))
      listen(task)
      return 'attached'
    },
    /** Resolves when the run has ended. */
    async cancel(uuid: string): Promise<void> {
      try {
        await calls.cancel(uuid)
      } catch (error) {
        // It has ended meanwhile.
        if (await goesOn(uuid)) throw error
      }
      for (let look = 0; look < CANCEL_LOOKS && (followed.has(uuid) || (await goesOn(uuid))); look++) {
        await new Promise((resolve) => setTimeout(resolve, CANCEL_PAUSE_MS))
      }
    },
  }
}
