import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedError } from './errors.server.ts'
import { lifeOf, pidSpace } from './process.server.ts'

/**
 * Milliseconds between two heartbeats. They are for lock holders whose process ids are not visible here (in another
 * container).
 */
const beat = 4_000

interface Holder {
  id: string
  pid: number
  life: string
  space: string
}

export interface Lock {
  release(): Promise<void>
}

/**
 * The running process that holds the data directory, or undefined. The check may take some seconds when the holder runs
 * in another container.
 */
export async function lockHolder(dataDir: string): Promise<{ pid: number } | undefined> {
  const file = lockFile(dataDir)
  const holder = await read(file)
  return holder && (await lives(holder, file)) ? holder : undefined
}

/**
 * Locks the data directory for this process. A lock that a killed process left behind is replaced, even when another
 * process has its process id now. On Windows a lock with a reused process id is not recognized as stale.
 * @throws EmbeddedError when a running process holds the lock
 */
export async function acquireLock(dataDir: string): Promise<Lock> {
  const file = lockFile(dataDir)
  const own: Holder = { id: randomUUID(), pid: process.pid, life: lifeOf(process.pid) ?? '', space: pidSpace() }
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (await create(file, own)) {
      // Another process that found the old lock stale a moment ago may still move this new lock away. So check again.
      await sleep(30)
      if ((await read(file))?.id === own.id) return hold(file, own)
    }
    const holder = await read(file)
    if (holder && (await lives(holder, file))) throw busy(dataDir, holder.pid)
    await discard(file, holder)
  }
  throw new EmbeddedError(`The lock ${file} could not be taken: other processes are starting on this data directory.`)
}

function lockFile(dataDir: string): string {
  return join(dataDir, 'yardstick.lock')
}

function busy(dataDir: string, pid: number): EmbeddedError {
  return new EmbeddedError(
    `Yardstick is already running on the data directory ${dataDir} (process ${pid}): stop it first, or give this one its own DATA_DIR.`,
  )
}

async function lives(holder: Holder, file: string): Promise<boolean> {
  if (holder.space === pidSpace()) return lifeOf(holder.pid) === holder.life
  // The holder runs in another container or ran before a reboot. Its process id means nothing here, so check its
  // heartbeat.
  const before = await modified(file)
  if (Date.now() - before > beat * 3) return false
  await sleep(beat * 2)
  return (await modified(file)) !== before
}

/** Creates the lock file atomically. @returns false when it already exists */
async function create(file: string, own: Holder): Promise<boolean> {
  const draft = `${file}.${own.id}`
  await writeFile(draft, JSON.stringify(own), { mode: 0o644 })
  try {
    await link(draft, file)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EEXIST') return false
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error
    // The file system does not support hard links.
    return writeFile(file, JSON.stringify(own), { flag: 'wx' }).then(
      () => true,
      () => false,
    )
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removes a stale lock. If the removed file turns out to be another process's new lock, it is put back. */
async function discard(file: string, stale: Holder | undefined): Promise<void> {
  const aside = `${file}.${randomUUID()}`
  const moved = await rename(file, aside).then(
    () => true,
    () => false,
  )
  if (!moved) return
  if ((await read(aside))?.id !== stale?.id) await link(aside, file).catch(() => undefined)
  await rm(aside, { force: true })
}

function hold(file: string, own: Holder): Lock {
  const timer = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => undefined)
  }, beat)
  timer.unref()
  return {
    async release() {
      clearInterval(timer)
      if ((await read(file))?.id === own.id) await rm(file, { force: true })
    },
  }
}

async function read(file: string): Promise<Holder | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isHolder(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isHolder(value: unknown): value is Holder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'life' in value &&
    typeof value.life === 'string' &&
    'space' in value &&
    typeof value.space === 'string'
  )
}

async function modified(file: string): Promise<number> {
  return stat(file).then(
    (found) => found.mtimeMs,
    () => 0,
  )
}
