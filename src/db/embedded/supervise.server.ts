import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from './launch.server.ts'

export interface Supervised {
  /** Why the server last ended by itself or could not be started again, in its own words. */
  failure(): string | undefined
  /** Resolves when the server is gone. */
  stop(): Promise<void>
}

/** Milliseconds to wait before the first and at most before any further attempt to start the server again. */
const backOff = { first: 200, longest: 10_000 }

/** A server that ran this long (ms) was well: the next failure starts counting anew. */
const settled = 60_000

/**
 * Keeps a server running: when it ends by itself it is launched again, ever more slowly while that fails (a full disk,
 * for example).
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
