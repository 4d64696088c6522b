import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { acquireLock, lockHolder } from '#src/db/embedded/lock.server.ts'

const NAME = '.yardstick-staging-'

export interface Staging {
  path: string
  remove(): Promise<void>
}

/**
 * Makes a directory for the temporary files of this process, which only its owner can read. First it removes those that
 * killed processes left in `parent`: their lock shows that no process uses them any more.
 */
export async function makeStaging(parent: string): Promise<Staging> {
  await mkdir(parent, { recursive: true })
  for (const entry of await readdir(parent)) {
    if (!entry.startsWith(NAME)) continue
    const left = join(parent, entry)
    // A directory without a lock has just been made by another process.
    const made = await stat(join(left, 'yardstick.lock')).catch(() => undefined)
    if (made && !(await lockHolder(left))) await removeAll(left)
  }
  const directory = await mkdtemp(join(parent, NAME))
  const lock = await acquireLock(directory)
  const path = join(directory, 'content')
  await mkdir(path)
  return {
    path,
    async remove() {
      await lock.release()
      await removeAll(directory)
    },
  }
}

/** After a truncated archive, a file may still be open for writing. So the removal is retried. */
function removeAll(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
