import { fail, say } from './main.ts'

/** Milliseconds within which a second signal is the same one again: a terminal's Ctrl+C also comes through npm. */
const echo = 700

/**
 * Calls `work` once when the process is asked to end (SIGTERM, SIGINT, SIGHUP, or npm that started it is gone) and
 * exits with 0 after it; a second signal exits at once with 1.
 */
export function onShutdown(work: () => Promise<void>): void {
  let asked = 0
  function begin() {
    if (asked) {
      if (Date.now() - asked < echo) return
      say('Ending at once.')
      process.exit(1)
    }
    asked = Date.now()
    say('Ending: finishing what is under way.')
    work().then(() => {
      say('Ended.')
      process.exit(0)
    }, fail)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, begin)
  if (process.env.npm_lifecycle_event) endWithParent(() => asked || begin())
}

/** A killed npm passes nothing on, and nobody would look for a server that it left behind. */
function endWithParent(begin: () => void): void {
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    begin()
  }, 500)
  timer.unref()
}
