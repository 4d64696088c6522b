import type { KeptTerminal } from '#src/features/terminal/store/kept-terminal.ts'
import type { TaskStatus, TerminalState } from '#src/features/terminal/store/task.ts'
import type { TerminalCalls } from '#src/features/terminal/terminal-calls.ts'
import type { TerminalRunState } from '#src/lib/terminal-run-states.ts'
import { type windowTerminal as here, KEY, type WindowOptions } from './one-window.ts'

const frames = new Set<HTMLIFrameElement>()

/** Opens another window of the browser: a frame with modules of its own, and the same storage. */
export async function openWindow(name: string, options: WindowOptions) {
  const frame = document.createElement('iframe')
  frames.add(frame)
  frame.srcdoc = '<!doctype html><title>window</title>'
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  document.body.append(frame)
  await loaded
  const crash = new AbortController()
  const { contentWindow: other, contentDocument: page } = frame
  if (!other || !page) throw new Error('the frame has no window')
  other.addEventListener('pagehide', (event) => crash.signal.aborted && event.stopImmediatePropagation())
  // The runner of the tests wraps imports in the modules that it serves.
  Reflect.set(other, '__vitest_browser_runner__', Reflect.get(window, '__vitest_browser_runner__'))
  const script = page.createElement('script')
  script.type = 'module'
  script.src = new URL('./one-window.ts', import.meta.url).href
  const ran = new Promise((resolve, reject) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', reject)
  })
  page.head.append(script)
  await ran
  const make: typeof here | undefined = other.windowTerminal
  if (!make) throw new Error('the window did not load')
  const terminal = make(name, options)
  return {
    ...terminal,
    /** What the browser says to the page when it is put aside, and when it comes back. */
    says: (event: 'pagehide' | 'pageshow') => other.dispatchEvent(new PageTransitionEvent(event, { persisted: true })),
    close() {
      frames.delete(frame)
      frame.remove()
    },
    /** Goes without a word. */
    crash() {
      crash.abort()
      frame.remove()
    },
  }
}

export function closeWindows(): void {
  for (const frame of frames) frame.remove()
  frames.clear()
}

/** The server, as far as it answers calls: what it says of runs, and what it refuses. */
export function callsOf() {
  const runs = new Map<string, TerminalRunState>()
  const asked: string[] = []
  const refused = new Map<string, string>()
  const calls: TerminalCalls = {
    async ready({ command, extend }) {
      asked.push(`ready ${command} ${extend}`.trim())
      const reason = refused.get(command)
      if (reason !== undefined) throw reason
    },
    async states(uuids) {
      asked.push(`states ${uuids}`)
      return [...runs].flatMap(([uuid, state]) => (uuids.includes(uuid) ? [{ uuid, state }] : []))
    },
    async cancel(uuid) {
      asked.push(`cancel ${uuid}`)
      if (!runs.has(uuid)) throw 'unknown run'
      runs.set(uuid, 'cancelled')
    },
  }
  return { calls, runs, asked, refused }
}

type Reader = { read(): TerminalState }

/** The state of each task, by its uuid. */
export const statesOf = ({ read }: Reader): Record<string, TaskStatus> =>
  Object.fromEntries(read().taskList.map(({ uuid, status }): [string, TaskStatus] => [uuid, status]))

export const outputOf = ({ read }: Reader, uuid: string) => read().taskList.find((task) => task.uuid === uuid)?.message

/** What the browser has stored. */
export const stored = (): KeptTerminal => JSON.parse(localStorage.getItem(KEY) ?? '{}').value
