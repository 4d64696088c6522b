import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { filesBelow, hashFile } from './manifest.ts'

/** The end of the name of a file that another one of the same name replaces. */
const REPLACED = '.replaced'

export interface Placed {
  /** Removes what the backup does not hold. Call it when the database is restored. */
  finish(): Promise<void>
  /** Puts everything back as it was. */
  undo(): Promise<void>
}

/**
 * Puts restored files beside those that are there. Uploaded files never change, so they do not disturb each other: when
 * the process is killed, old and new files are there. The two directories may lie on different disks.
 */
export async function placeFiles(restored: string, place: string): Promise<Placed> {
  const wanted = new Set(await filesBelow(restored))
  const added: string[] = []
  const replaced: string[] = []
  const undo = async () => {
    for (const path of added) await rm(join(place, path), { force: true })
    for (const path of replaced) await rename(join(place, path + REPLACED), join(place, path))
  }
  try {
    for (const path of wanted) {
      const [from, to] = [join(restored, path), join(place, path)]
      const there = await hashFile(to).catch(() => undefined)
      if (there !== undefined && there === (await hashFile(from))) continue
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      if (there !== undefined) {
        await rename(to, to + REPLACED)
        replaced.push(path)
      }
      added.push(path)
      await move(from, to)
    }
  } catch (error) {
    await undo()
    throw error
  }
  const finish = async () => {
    for (const path of await filesBelow(place)) if (!wanted.has(path)) await rm(join(place, path), { force: true })
  }
  return { finish, undo }
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    await copyFile(from, `${to}.part`)
    await rename(`${to}.part`, to)
  }
}
