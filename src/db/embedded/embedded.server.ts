import { createWriteStream, statSync, type WriteStream } from 'node:fs'
import { mkdir, realpath, rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from './binaries.server.ts'
import { prepareCluster, readPassword } from './cluster.server.ts'
import { diagnose, type EmbeddedError, withFileErrors } from './errors.server.ts'
import { chooseIdentity, clusterPlace, type Identity } from './identity.server.ts'
import { LaunchError, launch, type Running } from './launch.server.ts'
import { acquireLock, lockHolder } from './lock.server.ts'
import { clearOrphan, findRunning } from './postmaster.server.ts'
import { type Address, configuration, type ServerSettings } from './settings.server.ts'
import { removeSocketDirectory, socketDirectory, socketPort } from './socket.server.ts'
import { supervise } from './supervise.server.ts'

export interface EmbeddedOptions {
  /** Contains the cluster, its log and its lock file. It is created when it is missing. */
  dataDir: string
  /** Receives plain messages for the operator. */
  log: (line: string) => void
  /** Server settings that override the defaults, for tests. */
  settings?: ServerSettings
}

export interface Embedded {
  /** A node-postgres connection string for the database `yardstick`. */
  url: string
  /** The error with which the server ended by itself, if it did. */
  failure(): EmbeddedError | undefined
  /** Shuts down the server in order, if this call started it, and releases the data directory. */
  stop(): Promise<void>
}

const database = 'yardstick'

/**
 * Starts the embedded PostgreSQL and keeps it running until stop() or the end of this process, even when the process is
 * killed.
 * @throws EmbeddedError with one message: another instance uses the data directory, the disk is full, a permission is
 * missing, or the data directory has another major version
 */
export async function startEmbedded({ dataDir: given, log, settings }: EmbeddedOptions): Promise<Embedded> {
  return withFileErrors(given, async () => {
    const dataDir = await makeDirectory(given)
    const lock = await acquireLock(dataDir)
    const logFile = openLog(join(dataDir, 'postgres.log'))
    try {
      const binaries = await findBinaries()
      const identity = await chooseIdentity(dataDir, binaries, log)
      await clearOrphan(identity.cluster, log)
      await prepareCluster(identity, dataDir, log)
      const address = await chooseAddress(identity)
      await writeFile(join(identity.cluster, 'postgresql.conf'), configuration(address, settings), { mode: 0o644 })
      const server = await supervise(() => bringUp(identity, logFile, dataDir), log)
      const url = await connectionString(address, dataDir)
      await createDatabase(url).catch(async (error) => {
        await server.stop()
        throw error
      })
      return {
        url,
        failure() {
          const output = server.failure()
          return output === undefined ? undefined : diagnose(output, dataDir, join(dataDir, 'postgres.log'))
        },
        async stop() {
          await server.stop()
          await removeSocketDirectory(address.socketDir ?? identity.cluster, identity.cluster)
          logFile.end()
          await lock.release()
        },
      }
    } catch (error) {
      logFile.end()
      await lock.release()
      throw error
    }
  })
}

/**
 * Connects to the server of a running instance on the data directory. Without a running instance, it starts a server.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = await realpath(options.dataDir).catch(() => options.dataDir)
  if (!(await lockHolder(dataDir))) return startEmbedded(options)
  const running = await findRunning(await clusterPlace(dataDir))
  if (!running) return startEmbedded(options)
  const address = process.platform === 'win32' ? { port: running.port } : { socketDir: running.socketDir }
  return { url: await connectionString(address, dataDir), failure: () => undefined, stop: async () => undefined }
}

/** Opens the server's log file. The log does not appear in the terminal. A file over 4 MB is renamed first. */
function openLog(file: string): WriteStream {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > 4_000_000) rename(file, `${file}.1`).catch(() => undefined)
  const stream = createWriteStream(file, { flags: 'a' })
  // A log that cannot be written (for example on a full disk) must not end the process.
  stream.on('error', () => undefined)
  return stream
}

async function makeDirectory(given: string): Promise<string> {
  // Mode 711: other users, for example the server's user, can pass through the directory but cannot list it.
  await mkdir(given, { recursive: true, mode: 0o711 })
  return realpath(given)
}

async function chooseAddress(identity: Identity): Promise<Address> {
  return process.platform === 'win32' ? { port: await freePort() } : { socketDir: await socketDirectory(identity) }
}

async function connectionString(address: Address, dataDir: string): Promise<string> {
  if (address.port === undefined) {
    // The port is explicit; otherwise PGPORT in the caller's environment would select another socket.
    return `postgresql://postgres@/${database}?host=${encodeURIComponent(address.socketDir)}&port=${socketPort}`
  }
  return `postgresql://postgres:${await readPassword(dataDir)}@127.0.0.1:${address.port}/${database}`
}

async function bringUp(identity: Identity, log: WriteStream, dataDir: string): Promise<Running> {
  for (let patience = 50; ; patience -= 1) {
    try {
      return await launch(identity, (line) => log.write(`${line}\n`))
    } catch (error) {
      if (!(error instanceof LaunchError)) throw error
      // The processes of a killed server need a moment to notice that the server is gone.
      if (!error.message.includes('is still in use') || patience === 0) {
        throw diagnose(error.message, dataDir, join(dataDir, 'postgres.log'))
      }
      await sleep(200)
    }
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(`/${database}`, '/postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
