import type { Side } from '#src/lib/side.ts'

/** The channel by which the window of a proof tells the page that waits for it. */
const CHANNEL = 'yardstick-proof'

/**
 * Lets the user sign in again at a linked provider, in a window of its own. Called by a press, so that the browser
 * opens it.
 * @param provider the id of the provider
 * @param signal ends the wait: the window of another origin cannot tell that it was closed
 * @returns the name of the visit, under which this browser keeps the key of the proof (`visitCookie`); undefined when
 *   the wait ended. Undefined at once when the browser opened no window
 */
export function proveAtProvider(
  side: Side,
  provider: number,
  signal: AbortSignal,
): Promise<string | undefined> | undefined {
  const address = `/sign-in/begin/${side}/${provider}?for=proof`
  if (!window.open(address, '_blank', 'popup,width=520,height=680')) return undefined
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL)
    const end = (visit: string | undefined) => {
      channel.close()
      resolve(visit)
    }
    channel.onmessage = ({ data }) => end(typeof data === 'string' ? data : undefined)
    signal.addEventListener('abort', () => end(undefined), { once: true })
  })
}

/** Tells the waiting page that the proof is there, and closes the window. */
export function tellProof(visit: string): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(visit)
  channel.close()
  window.close()
}
