import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Identity } from './identity.server.ts'

/** Only a part of the socket's file name: the server listens on no network port. */
export const socketPort = 5432

/** The maximum length of the socket's directory in bytes: the system's limit for the path, minus the file name. */
const longest = 103 - `/.s.PGSQL.${socketPort}`.length

/**
 * The directory of the server's socket: the cluster's directory, or a short private one when the cluster's path is too
 * long.
 */
export async function socketDirectory({ cluster, user }: Identity): Promise<string> {
  if (Buffer.byteLength(cluster) <= longest) return cluster
  const base = Buffer.byteLength(tmpdir()) < 60 ? tmpdir() : '/tmp'
  const uid = user?.uid ?? process.getuid?.()
  const usual = join(base, `yardstick-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`)
  await mkdir(usual, { mode: 0o700 })
    .then(() => user && chown(usual, user.uid, user.gid))
    .catch(() => undefined)
  // Every user can write in the temporary directory. A directory of that name that another user owns is therefore not
  // used.
  const found = await lstat(usual)
  if (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return usual
  const unique = await mkdtemp(join(base, 'yardstick-'))
  if (user) await chown(unique, user.uid, user.gid)
  return unique
}

/** Removes a socket directory that was created only for the socket. */
export async function removeSocketDirectory(directory: string, cluster: string): Promise<void> {
  if (directory !== cluster) await rm(directory, { recursive: true, force: true })
}
