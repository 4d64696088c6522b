// Attempts that wait for others of the same process are told when one of those is over; attempts of other processes are
// noticed by looking again.

const waiting = new Map<string, Set<() => void>>()

/** Looking again when nobody of this process has said anything. */
const LOOK_AGAIN_MS = 200
/** More than this many waiting in one process are sent away at once: they would only fill the memory. */
const MOST_WAITING = 500

let count = 0

/** Waits until it is worth another look; false when too many are waiting already. */
export async function nextTurn(key: string): Promise<boolean> {
  if (count >= MOST_WAITING) return false
  count++
  const queue = waiting.get(key) ?? new Set()
  waiting.set(key, queue)
  await new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer)
      queue.delete(go)
      if (queue.size === 0) waiting.delete(key)
      resolve()
    }
    // Not all in step, or they would meet again each time.
    const timer = setTimeout(go, LOOK_AGAIN_MS * (1 + Math.random()))
    queue.add(go)
  })
  count--
  return true
}

/** Lets the one that has waited longest look. */
export function turnOver(key: string): void {
  const [first] = waiting.get(key) ?? []
  first?.()
}
