import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { Database } from '#src/db/client.server.ts'
import type { Author } from '#src/db/write.server.ts'
import type { Actor } from './access/actor.server.ts'
import { AppError } from './errors.server.ts'
import type { Jobs } from './jobs/jobs.server.ts'

/** The settings that the API itself depends on. */
export type ApiSettings = {
  /** `name:secret` of the Basic header that tells the back office's token calls apart. */
  adminClient: string
  userClient: string
  accessSeconds: number
  refreshSeconds: number
  refreshKeepSeconds: number
}

export type ApiDeps = {
  db: Database
  settings: ApiSettings
  log: Logger
  jobs: Jobs
  /** The directory of files. */
  files: string
}

export type ApiEnv = {
  /** Facts of the connection, from whoever calls `api.fetch`: headers must not forge them. */
  Bindings: {
    address?: string
    requestId?: string
    inProcess?: boolean
    /** Asks whether the request's cookie is a live session of the back office. */
    hasAdminSession?(): Promise<boolean>
  }
  Variables: { deps: ApiDeps; requestId: string; address: string; actor?: Actor; body?: string }
}

export type ApiContext = Context<ApiEnv>

/** The signed-in person, for handlers behind a check that made sure there is one. */
export function actorOf(c: ApiContext): Actor {
  const actor = c.get('actor')
  if (!actor) throw new AppError(401)
  return actor
}

/** The author of this request's changes. */
export function authorOf(c: ApiContext): Author {
  const actor = c.get('actor')
  return {
    id: actor?.id ?? null,
    name: actor?.username ?? '',
    address: c.get('address'),
    requestId: c.get('requestId'),
  }
}
