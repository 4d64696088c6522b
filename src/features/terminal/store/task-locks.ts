// A window that crashes says nothing. The browser frees its locks nevertheless, so other windows learn of it. Without
// a secure connection there are no locks, and a browser may refuse them.
const locks = (): LockManager | undefined => globalThis.navigator?.locks

const nameOf = (uuid: string) => `yardstick-terminal-${uuid}`

/** Other windows get the stored end of a task some moments later than this window. */
const RELEASE_MS = 2_000

/**
 * Locks a task as long as this window follows it.
 * @param held called when the lock is there. Until then, other windows could get it first
 * @returns frees it, when the end of the task is stored
 */
export function lockTask(uuid: string, held: () => void): () => void {
  let free = () => {}
  const end = new Promise<void>((resolve) => {
    free = () => void setTimeout(resolve, RELEASE_MS)
  })
  locks()
    ?.request(nameOf(uuid), () => {
      held()
      return end
    })
    .catch(() => undefined)
  return () => free()
}

/** Tells when the windows that follow tasks have gone, each task once. */
export function followerWatch(gone: (uuid: string) => void) {
  const watched = new Set<string>()
  return (uuid: string) => {
    if (watched.has(uuid)) return
    watched.add(uuid)
    locks()
      ?.request(nameOf(uuid), () => {
        watched.delete(uuid)
        gone(uuid)
      })
      .catch(() => undefined)
  }
}
