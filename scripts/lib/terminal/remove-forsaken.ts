import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lifeOf } from '#src/db/embedded/process.server.ts'

/**
 * Removes the data of tests whose process is gone. The tests name their directories by it, and lay them in memory
 * where there is room; after a cancelled run, only the next run would remove them.
 */
export async function removeForsaken(): Promise<void> {
  for (const place of ['/dev/shm', tmpdir()].filter((directory) => existsSync(directory))) {
    for (const name of await readdir(place)) {
      const [, pid] = /^yardstick-(?:test|runtime|e2e)-(\d+)-/.exec(name) ?? []
      if (pid === undefined || lifeOf(Number(pid))) continue
      await rm(join(place, name), { recursive: true, force: true }).catch(() => undefined)
    }
  }
}
