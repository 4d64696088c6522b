import { mkdir, realpath } from 'node:fs/promises'
import { openEmbedded, startEmbedded } from '#src/db/embedded/embedded.server.ts'
import type { Env } from '#src/lib/env.ts'

/** The database a script works on. */
export interface OpenDatabase {
  /** For the application. */
  url: string
  /** For migrations, backup and LISTEN: never through a transaction pooler. */
  directUrl: string
  embedded: boolean
  /** Why the embedded server ended by itself, when it did. */
  failure(): Error | undefined
  /** Ends what was started for it. */
  stop(): Promise<void>
}

interface Options {
  env: Env
  log: (line: string) => void
  /** Whether a server that another instance keeps on the data directory will do. */
  share?: boolean
}

/** The server named by DATABASE_URL, or else the embedded one, started for this process unless it may be shared. */
export async function openDatabase({ env, log, share = false }: Options): Promise<OpenDatabase> {
  if (env.DATABASE_URL) {
    const directUrl = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
    return { url: env.DATABASE_URL, directUrl, embedded: false, failure: () => undefined, stop: async () => undefined }
  }
  const { url, failure, stop } = await (share ? openEmbedded : startEmbedded)({ dataDir: env.DATA_DIR, log })
  return { url, directUrl: url, embedded: true, failure, stop }
}

/** The directory of the uploaded files, made when missing. */
export async function filesDirectory(env: Env): Promise<string> {
  const directory = `${env.DATA_DIR}/files`
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o711 })
  await mkdir(directory, { recursive: true, mode: 0o700 })
  return realpath(directory)
}
