import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Identity } from './identity.server.ts'

/** Only the socket's name: the server listens on no network port. */
export const socketPort = 5432

/** Bytes that the system allows a socket's path to have, less the name. */
const longest = 103 - `/.s.PGSQL.${socketPort}`.length

/** The directory of the server's socket: the cluster itself, or a short private one when its path is too long. */
export async function socketDirectory({ cluster, user }: Identity): Promise<string> {
  if (Buffer.byteLength(cluster) <= longest) return cluster
  const base = Buffer.byteLength(tmpdir()) < 60 ? tmpdir() : '/tmp'
  const uid = user?.uid ?? process.getuid?.()
  const usual = join(base, `yardstick-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`)
  await mkdir(usual, { mode: 0o700 })
    .then(() => user && chown(usual, user.uid, user.gid))
    .catch(() => undefined)
  // Anybody may write in the temporary directory, so somebody else's of that name will not do.
  const found = await lstat(usual)
  if (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return usual
  const unique = await mkdtemp(join(base, 'yardstick-'))
  if (user) await chown(unique, user.uid, user.gid)
  return unique
}

/** Removes a socket directory that was made for the purpose. */
export async function removeSocketDirectory(directory: string, cluster: string): Promise<void> {
  if (directory !== cluster) await rm(directory, { recursive: true, force: true })
}
