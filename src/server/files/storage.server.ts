import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The folder of files on their way. */
export const INCOMING = 'incoming'

/** Bytes of a stored file, counted from zero, both included. */
export type ByteRange = { start: number; end: number }

export type StoredFacts = { size: number; modified: Date }

/**
 * Where files are. Keys are relative paths that the product makes itself, such as `blob/public/ab/ab12…`. A file under
 * a key never changes.
 */
export type Storage = {
  readonly name: string
  /** Stores what arrives. A file that does not arrive whole leaves nothing behind. @throws Error ENOSPC: no room */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Gives a stored file another key, and replaces the one that is there. */
  move(from: string, to: string): Promise<void>
  read(key: string, range?: ByteRange): Readable
  stat(key: string): Promise<StoredFacts | undefined>
  /** Removes a file. One that is not there is no error. */
  remove(key: string): Promise<void>
  /** The names in a folder. */
  list(folder: string): Promise<string[]>
  /** The path of the file on this machine, for programs that cannot read a stream. */
  pathOf(key: string): string
}

/** Files in a directory, usually `DATA_DIR/files`. Several hosts need the same directory. */
export function localStorage(directory: string): Storage {
  const pathOf = (key: string) => join(directory, key)
  const prepare = (path: string) => mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return {
    name: 'local',
    pathOf,
    async put(key, content) {
      const path = pathOf(key)
      await prepare(path)
      try {
        await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    async move(from, to) {
      await prepare(pathOf(to))
      await rename(pathOf(from), pathOf(to))
    },
    read: (key, range) => createReadStream(pathOf(key), range),
    async stat(key) {
      const facts = await stat(pathOf(key)).catch(() => undefined)
      return facts?.isFile() ? { size: facts.size, modified: facts.mtime } : undefined
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: (folder) => readdir(pathOf(folder)).catch(() => []),
  }
}

/** Whether a file could not be stored because there is no room. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
