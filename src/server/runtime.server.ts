import pino, { type Logger } from 'pino'
import { type Database, openDatabase } from '#src/db/client.server.ts'
import { mounts } from '#src/features/mount.server.ts'
import { type Env, env } from '#src/lib/env.ts'
import { createApi } from './api.server.ts'
import { watchCaches } from './cache-signal.server.ts'
import type { ApiSettings } from './context.server.ts'
import { keepPurging } from './purge.server.ts'

export type Api = ReturnType<typeof createApi>
export type Runtime = { env: Env; db: Database; lockDb: Database; log: Logger; api: Api }

let current: Runtime | undefined

/** What this process runs on, made at the first call. */
export function runtime(): Runtime {
  current ??= start()
  return current
}

function start(): Runtime {
  const settings = env()
  if (!settings.DATABASE_URL)
    throw new Error('DATABASE_URL is not set. Start the product with npm start or npm run dev.')
  const log = pino({ level: settings.LOG_LEVEL })
  const db = openDatabase(settings.DATABASE_URL, 12)
  // Refreshing a session holds a row lock while the API is called, and the API needs connections of its own: two pools,
  // or many refreshes at once would wait for each other for ever.
  const lockDb = openDatabase(settings.DATABASE_URL, 4)
  keepPurging(db, log)
  watchCaches(settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL, log)
  return { env: settings, db, lockDb, log, api: createApi({ db, settings: apiSettings(settings), log }, mounts) }
}

export function apiSettings(env: Env): ApiSettings {
  return {
    adminClient: env.OAUTH_ADMIN_CLIENT,
    userClient: env.OAUTH_USER_CLIENT,
    accessSeconds: env.ACCESS_TOKEN_SECONDS,
    refreshSeconds: env.REFRESH_TOKEN_SECONDS,
    refreshKeepSeconds: env.REFRESH_TOKEN_KEEP_SECONDS,
  }
}
