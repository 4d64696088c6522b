import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from './launch.server.ts'

export interface Supervised {
  /** The server's output when it last ended by itself or could not be started again. */
  failure(): string | undefined
  /** Stops the server and resolves when it has ended. */
  stop(): Promise<void>
}

/** Milliseconds before a restart: before the first attempt, and at most before any later attempt. */
const backOff = { first: 200, longest: 10_000 }

/**
 * After a run of this many milliseconds, the server counts as healthy: the next failure starts with the first delay
 * again.
 */
const settled = 60_000

/**
 * Keeps a server running. When it ends by itself, it is launched again. While that fails (for example on a full disk),
 * the delay grows.
 */
export async function supervise(launch: () => Promise<Running>, log: (line: string) => void): Promise<Supervised> {
  const stopping = new AbortController()
  let running: Running | undefined = await launch()
  let failure: string | undefined

  async function watch(): Promise<void> {
    let delay = backOff.first
    let said = ''
    while (running) {
      const since = Date.now()
      const exit = await running.exited
      running = undefined
      failure = exit.failure ?? failure
      if (stopping.signal.aborted) return
      if (Date.now() - since > settled) delay = backOff.first
      say(`The database server ended unexpectedly (${exit.how}); starting it again.`)
      while (!running) {
        await sleep(delay, undefined, { signal: stopping.signal }).catch(() => undefined)
        if (stopping.signal.aborted) return
        delay = Math.min(delay * 2, backOff.longest)
        running = await launch().catch((error: Error) => void say(error.message))
      }
      said = ''
      if (stopping.signal.aborted) running.stop()
      else log('The database server is back.')
    }
    function say(line: string) {
      if (line !== said) log(line)
      said = line
    }
  }
  const watching = watch()
  return {
    failure: () => failure,
    async stop() {
      stopping.abort()
      running?.stop()
      await watching
    },
  }
}
