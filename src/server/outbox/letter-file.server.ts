import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Letter } from './channel.server.ts'

/** Writes a message into the directory for trying. Another attempt replaces its file. @returns the name of the file */
export async function writeLetter(
  folder: string,
  { messageId, time }: Letter,
  ending: 'eml' | 'txt',
  content: string | Buffer,
): Promise<string> {
  // A restored backup has no such directory. What is in it may contain codes.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${time.toISOString().replace(/[:.]/g, '-')}-${messageId}.${ending}`
  const half = join(folder, `.${name}.half`)
  await writeFile(half, content, { mode: 0o600 })
  await rename(half, join(folder, name))
  return name
}
