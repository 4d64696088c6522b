// An attempt may wait for another attempt of the same process. It is woken when that one ends. It notices attempts of
// other processes by looking again.

const waiting = new Map<string, Set<() => void>>()

/** Milliseconds until a waiting attempt looks again when it was not woken. */
const LOOK_AGAIN_MS = 200
/** Maximum waiting attempts of a process. More are refused at once, because they would only fill the memory. */
const MOST_WAITING = 500

let count = 0

/** Waits until another look is useful. Returns false when too many attempts are already waiting. */
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
    // The delay is random. Otherwise the attempts would collide again each time.
    const timer = setTimeout(go, LOOK_AGAIN_MS * (1 + Math.random()))
    queue.add(go)
  })
  count--
  return true
}

/** Wakes the attempt that has waited longest. */
export function turnOver(key: string): void {
  const [first] = waiting.get(key) ?? []
  first?.()
}
