import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Binaries, program } from './binaries.server.ts'
import { EmbeddedError } from './errors.server.ts'

/** Whom PostgreSQL runs as: it refuses to run as root, so root has to lend it another face. */
export interface Identity {
  native: string
  /** The directory of the cluster. */
  cluster: string
  /** Words to put before a program's own. */
  prefix: string[]
  /** The user and group to start it as, when not our own. */
  user?: { uid: number; gid: number }
}

/** The user `nobody`: present wherever initdb looks its user up. */
const nobody = { uid: 65534, gid: 65534 }

/** In a user namespace of its own the server believes to be nobody while the system still sees root. */
const namespace = ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]

/** Where things go that the server's user could not reach in a directory that only root may enter. */
const sharedRoot = '/var/lib/yardstick'

/**
 * Decides whom PostgreSQL runs as and where its binaries and its data lie. Tries the ways by running them, since
 * containers refuse some of them. Tells `log` when the data do not lie in `dataDir`.
 */
export async function chooseIdentity(
  dataDir: string,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<Identity> {
  const cluster = await clusterPlace(dataDir)
  if (!cluster.startsWith(dataDir)) log(`The database of ${dataDir} lies in ${cluster}.`)
  const here: Identity = { native: binaries.native, cluster, prefix: [] }
  if (process.getuid?.() !== 0) return here

  const owner = await ownerOf(cluster)
  if (!owner || owner.uid === 0) {
    const inNamespace = { ...here, prefix: namespace }
    if (works(inNamespace)) return inNamespace
  }
  const user = owner && owner.uid !== 0 ? owner : nobody
  const asUser = { ...here, user }
  if (works(asUser)) return give(asUser)
  const native = await copyBinaries(binaries)
  const asUserWithCopy = { ...asUser, native }
  if (works(asUserWithCopy)) return give(asUserWithCopy)

  if (owner) {
    const inNamespace = { ...here, prefix: namespace }
    if (works(inNamespace)) return give({ ...inNamespace, user: { uid: 0, gid: 0 } }).then(() => inNamespace)
    throw new EmbeddedError(
      `The database in ${cluster} lies where the database server's user (${user.uid}) may not go: move DATA_DIR out of the directory that only root may enter.`,
    )
  }
  const elsewhere = { native, prefix: [], user, cluster: join(sharedRoot, hash(dataDir), 'postgres') }
  await mkdir(join(sharedRoot, hash(dataDir)), { recursive: true, mode: 0o755 })
  if (!works(elsewhere)) {
    throw new EmbeddedError(
      'PostgreSQL does not run as root and could not be started as another user: start Yardstick as an ordinary user.',
    )
  }
  await writeFile(pointer(dataDir), `${elsewhere.cluster}\n`)
  log(`The database server's user may not enter ${dataDir}, so the database lies in ${elsewhere.cluster}.`)
  return elsewhere
}

/** Where the cluster of `dataDir` lies: in it, but for one that had to go elsewhere. */
export async function clusterPlace(dataDir: string): Promise<string> {
  const elsewhere = await readFile(pointer(dataDir), 'utf8').catch(() => '')
  return elsewhere.trim() || join(dataDir, 'postgres')
}

/** Gives a directory to whom the server runs as, with all in it when `user` is set and it belongs to somebody else. */
export async function give<T extends Pick<Identity, 'cluster' | 'user'>>(identity: T): Promise<T> {
  const { cluster, user } = identity
  const found = await ownerOf(cluster)
  if (user && found && found.uid !== user.uid) await chownAll(cluster, user)
  return identity
}

function pointer(dataDir: string): string {
  return join(dataDir, 'postgres.location')
}

function works({ prefix, native, cluster, user }: Identity): boolean {
  // The cluster need not exist yet; its parent has to let the server's user through.
  const check = 'cd "$3" && { [ ! -e "$1" ] || [ -d "$1" ]; } && exec "$2" --version'
  const [file = '', ...args] = [...prefix, '/bin/sh', '-c', check, 'sh', cluster]
  args.push(program(native, 'postgres'), dirname(cluster))
  const result = spawnSync(file, args, { cwd: '/', stdio: 'ignore', timeout: 10_000, ...user })
  return result.status === 0
}

async function copyBinaries({ native, version }: Binaries): Promise<string> {
  const target = join(sharedRoot, version)
  if (await lstat(target).catch(() => undefined)) return target
  const draft = `${target}.${process.pid}`
  await mkdir(sharedRoot, { recursive: true, mode: 0o755 })
  await cp(native, draft, { recursive: true, verbatimSymlinks: true })
  await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }))
  return target
}

async function ownerOf(path: string): Promise<{ uid: number; gid: number } | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found && { uid: found.uid, gid: found.gid }
}

async function chownAll(path: string, user: { uid: number; gid: number }): Promise<void> {
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), user.uid, user.gid)
  }
  await chown(path, user.uid, user.gid)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
