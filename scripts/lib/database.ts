import { mkdir, realpath } from 'node:fs/promises'
import { openEmbedded, startEmbedded } from '#src/db/embedded/embedded.server.ts'
import type { Env } from '#src/lib/env.ts'

/** The database of a script. */
export interface OpenDatabase {
  /** The connection URL for the application. */
  url: string
  /** The connection URL for migrations, backup and LISTEN. It never uses a transaction pooler. */
  directUrl: string
  embedded: boolean
  /** The error with which the embedded server ended by itself, if it did. */
  failure(): Error | undefined
  /** Stops the server that was started for this database, if any. */
  stop(): Promise<void>
}

interface Options {
  env: Env
  log: (line: string) => void
  /** Whether to use the server of another running instance on the data directory. */
  share?: boolean
}

/**
 * The server in DATABASE_URL, or else the embedded one. The embedded server is started for this process, unless `share`
 * is set and one is running.
 */
export async function openDatabase({ env, log, share = false }: Options): Promise<OpenDatabase> {
  if (env.DATABASE_URL) {
    const directUrl = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
    return { url: env.DATABASE_URL, directUrl, embedded: false, failure: () => undefined, stop: async () => undefined }
  }
  const { url, failure, stop } = await (share ? openEmbedded : startEmbedded)({ dataDir: env.DATA_DIR, log })
  return { url, directUrl: url, embedded: true, failure, stop }
}

/** The directory of the uploaded files. It is created when it is missing. */
export async function filesDirectory(env: Env): Promise<string> {
  const directory = `${env.DATA_DIR}/files`
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o711 })
  await mkdir(directory, { recursive: true, mode: 0o700 })
  return realpath(directory)
}
