import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes the working copies that killed runs have left.
 * @param dir the terminal's directory
 * @param keep the runs whose copies are still in use
 */
export async function removeLeftovers(dir: string, keep: readonly string[] = []): Promise<void> {
  const work = join(dir, 'work')
  for (const name of await readdir(work).catch(() => [])) {
    if (keep.includes(name)) continue
    await rm(join(work, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined)
  }
}
