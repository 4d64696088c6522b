import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import { m } from '#src/i18n/paraglide/messages.js'
import { isListedUrl } from '#src/lib/allowed-hosts.ts'
import type { ApiDeps } from '#src/server/context.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { OutgoingError } from '#src/server/outgoing/outgoing-error.server.ts'

/** Milliseconds. Somebody waits for the answer. */
const PATIENCE = { connect: 5000, headers: 10_000 }
const FOR_SMALL = 15_000
const FOR_ARCHIVE = 60_000
const SMALL = 2 * 1024 ** 2

/** What asks other machines, and which of them need no TLS. */
export type IndexDeps = Pick<ApiDeps, 'outgoing' | 'allowed'>

/** Reads a file beside an index. `most`: more bytes are refused. */
export type IndexPlace = (name: string, most: number) => Promise<Buffer>

/** An index cannot be read, or something that it names. */
function unreadable(text: string): AppError {
  return new AppError(503, text)
}

/** Whether an address may be that of an index: a folder of the server, or a file on another machine. */
export function isIndexAddress(address: string, allowed: IndexDeps['allowed']): boolean {
  if (isAbsolute(address)) return !address.includes('\0')
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isListedUrl(allowed, url))
  return isSafe && url.username === '' && url.password === ''
}

/**
 * Where the files of an index are.
 * @throws AppError 422 for what can be no index; the reading throws AppError 503
 */
export function placeOf(address: string, { outgoing, allowed }: IndexDeps): IndexPlace {
  if (!isIndexAddress(address, allowed)) throw new AppError(422, m.module_indexAddress())
  if (isAbsolute(address)) return (name, most) => fromFolder(address, name, most)
  const base = new URL(address.endsWith('/') ? `${address}index.json` : address)
  return async (name, most) => {
    const url = name === 'index.json' ? base : new URL(name, base)
    const limits = { ...PATIENCE, whole: most > SMALL ? FOR_ARCHIVE : FOR_SMALL, bytes: most }
    try {
      const answer = await outgoing(url, { limits })
      if (answer.status === 200) return Buffer.from(await answer.arrayBuffer())
      await answer.body?.cancel()
      throw unreadable(m.outgoing_status({ host: url.host, status: answer.status }))
    } catch (error) {
      throw error instanceof OutgoingError ? unreadable(error.sentence()) : error
    }
  }
}

/** A plain file in the folder. Links inside the folder are followed, but none that leads out of it. */
async function fromFolder(folder: string, name: string, most: number): Promise<Buffer> {
  const missing = unreadable(m.module_indexFile({ name }))
  const [top, path] = await Promise.all([realpath(folder), realpath(join(folder, name))]).catch(() => {
    throw missing
  })
  if (!path.startsWith(top.endsWith(sep) ? top : `${top}${sep}`)) throw missing
  // A pipe would keep its reader waiting.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(() => {
    throw missing
  })
  try {
    const facts = await file.stat()
    if (!facts.isFile()) throw missing
    if (facts.size > most) throw unreadable(m.module_indexSize({ name }))
    const { buffer, bytesRead } = await file.read(Buffer.alloc(facts.size), 0, facts.size, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
