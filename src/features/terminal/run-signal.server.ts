const waiting = new Map<number, Set<() => void>>()

/** Tells those who wait in this process that a run has something new. Other processes look by themselves. */
export function runChanged(runId: number): void {
  for (const wake of waiting.get(runId) ?? []) wake()
}

/** Resolves when a run has something new, or so many milliseconds are over, or the signal is aborted. */
export function nextOfRun(runId: number, most: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wakes = waiting.get(runId) ?? new Set()
    waiting.set(runId, wakes)
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      wakes.delete(done)
      if (wakes.size === 0) waiting.delete(runId)
      resolve()
    }
    const timer = setTimeout(done, most)
    wakes.add(done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
