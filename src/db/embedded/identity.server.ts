import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Binaries, program } from './binaries.server.ts'
import { EmbeddedError } from './errors.server.ts'

/**
 * The operating system user that runs PostgreSQL. PostgreSQL refuses to run as root, so root needs another user for it.
 */
export interface Identity {
  native: string
  /** The directory of the cluster. */
  cluster: string
  /** Command words to put before the program. */
  prefix: string[]
  /** The user and group that start the program, when they differ from those of this process. */
  user?: { uid: number; gid: number }
}

/** The user `nobody`. It exists wherever initdb looks up its user. */
const nobody = { uid: 65534, gid: 65534 }

/** In its own user namespace the server runs as nobody, while the operating system still sees root. */
const namespace = ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]

/** The directory for files that the server's user could not reach in a directory that only root can enter. */
const sharedRoot = '/var/lib/yardstick'

/**
 * Chooses the user that runs PostgreSQL, and the location of the binaries and the data. It tries each option by running
 * it, because some containers forbid some of them. It writes to `log` when the data are not in `dataDir`.
 * @throws EmbeddedError when no user can run PostgreSQL on the data directory
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

/** The cluster's directory: inside `dataDir`, or the other location that `chooseIdentity` recorded in `dataDir`. */
export async function clusterPlace(dataDir: string): Promise<string> {
  const elsewhere = await readFile(pointer(dataDir), 'utf8').catch(() => '')
  return elsewhere.trim() || join(dataDir, 'postgres')
}

/**
 * Changes the owner of the cluster's directory and all its content to `user`. Without `user`, or if `user` already owns
 * the directory, nothing changes.
 */
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
  // The cluster may not exist yet. The server's user must be able to enter its parent directory.
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
