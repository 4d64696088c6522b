import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lifeOf } from '#src/db/embedded/process.server.ts'

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'

/** Bytes that have to be free there; containers often have next to nothing. */
const room = 2 * 1024 ** 3

/** A new directory for what need not outlive the tests: in memory where there is room, else among the temporary files. */
export async function quickDirectory(name: string): Promise<string> {
  const place = (await hasRoom()) ? memory : tmpdir()
  await removeForsaken(place, name)
  return mkdtemp(join(place, `${name}-${process.pid}-`))
}

async function hasRoom(): Promise<boolean> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > room
}

/** What a run left behind that was killed would fill the memory. */
async function removeForsaken(place: string, name: string): Promise<void> {
  for (const entry of await readdir(place)) {
    const pid = entry.startsWith(`${name}-`) ? Number(entry.slice(name.length + 1).split('-')[0]) : 0
    if (pid && !lifeOf(pid)) await rm(join(place, entry), { recursive: true, force: true })
  }
}
