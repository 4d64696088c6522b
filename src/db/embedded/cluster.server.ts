import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { majorVersion, program } from './binaries.server.ts'
import { diagnose, EmbeddedError } from './errors.server.ts'
import type { Identity } from './identity.server.ts'

/** Creates the cluster when it does not exist. @throws EmbeddedError when its major version differs */
export async function prepareCluster(identity: Identity, dataDir: string, log: (line: string) => void): Promise<void> {
  const { cluster } = identity
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(missing))?.trim()
  if (version === majorVersion) {
    // A restored or copied directory may have lost its file mode, and the server requires it.
    const { mode } = await stat(cluster)
    if (process.platform !== 'win32' && (mode & 0o027) !== 0) await chmod(cluster, 0o700)
    return
  }
  if (version !== undefined) {
    throw new EmbeddedError(
      `The database in ${cluster} was made by PostgreSQL ${version} and this release brings ${majorVersion}: back it up with the release that made it (npm run backup) and restore it into an empty DATA_DIR (npm run restore).`,
    )
  }
  if (await stat(cluster).catch(missing)) {
    throw new EmbeddedError(`${cluster} exists but holds no database: move it away and start again.`)
  }
  log(`Creating a new database in ${cluster}.`)
  await initialize(identity, dataDir)
}

/** The password of the TCP connection. Only Windows uses one. */
export async function readPassword(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim()
}

/**
 * Builds the cluster in a draft directory and then renames it. If the first start is killed, no incomplete cluster
 * remains.
 */
async function initialize(identity: Identity, dataDir: string): Promise<void> {
  const { cluster, user } = identity
  const draft = `${cluster}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  if (user) await chown(draft, user.uid, user.gid)
  const output = await runInitdb(identity, draft, await accessOptions(dataDir))
  if (output !== undefined) {
    await rm(draft, { recursive: true, force: true })
    throw diagnose(output, dirname(cluster), 'the lines above')
  }
  await rename(draft, cluster)
  await syncDirectory(dirname(cluster))
}

async function accessOptions(dataDir: string): Promise<string[]> {
  if (process.platform !== 'win32') return ['--auth=trust']
  const file = join(dataDir, 'postgres.password')
  await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return ['--auth=scram-sha-256', `--pwfile=${file}`]
}

/** Resolves to the output of initdb when it failed, else to undefined. */
function runInitdb(
  { native, prefix, user }: Identity,
  directory: string,
  access: string[],
): Promise<string | undefined> {
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '-E', 'UTF8']
  const [file = '', ...args] = [
    ...prefix,
    program(native, 'initdb'),
    '-D',
    directory,
    '-U',
    'postgres',
    ...access,
    ...locale,
  ]
  return new Promise((resolve) => {
    execFile(file, args, { cwd: '/', env: serverEnvironment(), ...user }, (error, stdout, stderr) => {
      resolve(error ? `${stdout}\n${stderr || error.message}` : undefined)
    })
  })
}

/** The environment for PostgreSQL's programs: English messages, and none of the caller's PG… settings. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(own), LC_ALL: 'C' }
}

function missing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path)
  await directory.sync().finally(() => directory.close())
}
