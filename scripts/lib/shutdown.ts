import { fail, say } from './main.ts'

/** Milliseconds in which a second signal counts as the same one: a terminal's Ctrl+C also arrives through npm. */
const echo = 700

/**
 * Calls `work` once when the process should end (SIGTERM, SIGINT, SIGHUP, or its parent npm has ended), then exits with
 * 0. A second signal exits at once with 1.
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

/** A killed npm sends no signal, so the server would keep running without its parent. */
function endWithParent(begin: () => void): void {
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    begin()
  }, 500)
  timer.unref()
}
