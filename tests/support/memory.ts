import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lifeOf } from '#src/db/embedded/process.server.ts'

/** The directory where Linux keeps files in memory. */
const memory = '/dev/shm'

/** Bytes that must be free there. Containers often have almost none. */
const room = 2 * 1024 ** 3

/** Makes a directory for short-lived test data: in memory if there is room, else in the temp directory. */
export async function quickDirectory(name: string): Promise<string> {
  const place = (await hasRoom()) ? memory : tmpdir()
  await removeForsaken(place, name)
  return mkdtemp(join(place, `${name}-${process.pid}-`))
}

async function hasRoom(): Promise<boolean> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > room
}

/** Deletes the directories of test runs that were killed. They would fill the memory. */
async function removeForsaken(place: string, name: string): Promise<void> {
  for (const entry of await readdir(place)) {
    const pid = entry.startsWith(`${name}-`) ? Number(entry.slice(name.length + 1).split('-')[0]) : 0
    if (pid && !lifeOf(pid)) await rm(join(place, entry), { recursive: true, force: true })
  }
}
