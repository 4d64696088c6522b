import { createTerminal } from '#src/features/terminal/store/create-terminal.ts'
import { keptTerminal } from '#src/features/terminal/store/kept-terminal.ts'
import { followTask, type StreamTimes } from '#src/features/terminal/store/task-stream.ts'
import type { TaskWords } from '#src/features/terminal/store/task-words.ts'
import type { TerminalCalls } from '#src/features/terminal/terminal-calls.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

/** The key of the tests' terminal. */
export const KEY = `${storageKeys.terminal}:7` as const

const usual: StreamTimes = { patience: 600_000, pauses: [10, 20], silence: 600_000, batch: 20 }

const short: TaskWords = { lost: () => 'lost', lineLost: () => 'line lost', refusal: String }

export type WindowOptions = {
  address: string
  calls: TerminalCalls
  words?: TaskWords
  warn?(): void
  times?: Partial<StreamTimes>
  pause?: number
}

/** A terminal over the browser's storage, against the stand. Ids are the window's name and a number. */
export function windowTerminal(
  name: string,
  { address, calls, words = short, warn, times, pause = 20 }: WindowOptions,
) {
  let count = 0
  return createTerminal({
    kept: keptTerminal(KEY),
    calls,
    words,
    address,
    pause,
    warn: warn ?? (() => undefined),
    newId: () => `${name}${++count}`,
    follow: (url, listener) => followTask(url, listener, { ...usual, ...times }),
  })
}

declare global {
  interface Window {
    windowTerminal?: typeof windowTerminal
  }
}
// A frame that loads this file is a window of its own.
window.windowTerminal = windowTerminal
