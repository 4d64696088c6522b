import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { Database } from '#src/db/client.server.ts'
import type { Author } from '#src/db/write.server.ts'
import type { AllowedHost } from '#src/lib/allowed-hosts.ts'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import { type Actor, authorName, hashToken } from './access/actor.server.ts'
import type { LogFacts, LogNote } from './admin-log/log-call.server.ts'
import type { LogGatherer } from './admin-log/log-gatherer.server.ts'
import type { RegisteredResource } from './crud/resource-registry.server.ts'
import type { Described } from './endpoint/operation-of.server.ts'
import { AppError } from './errors.server.ts'
import type { Jobs } from './jobs/jobs.server.ts'
import type { Operation } from './openapi/operation.server.ts'
import type { Outgoing } from './outgoing/outgoing-types.ts'

/** The settings that the API itself depends on. */
export type ApiSettings = {
  /** `name:secret` of the Basic header that identifies token requests of the back office. */
  adminClient: string
  userClient: string
  accessSeconds: number
  refreshSeconds: number
  refreshKeepSeconds: number
}

export type ApiDeps = {
  db: Database
  /** Connections for sign-in and sessions, which must not wait for other requests. */
  vitalDb: Database
  settings: ApiSettings
  log: Logger
  jobs: Jobs
  /** Path of the directory for files. */
  files: string
  /** The site's secret, which seals what the database must not tell: `SESSION_SECRET`. */
  secret: string
  /** Asks other machines. */
  outgoing: Outgoing
  /** The machines outside of the public network that may be asked. */
  allowed: readonly AllowedHost[]
  /** Writes the admin log after the answers. Without it, the API has one of its own. */
  logGatherer?: LogGatherer
  /** Tests compare the data of each answer with its description. */
  checkAnswer?(operation: Operation, data: unknown): void
  /** The same for each refusal. */
  checkRefusal?(operation: Operation, error: unknown): void
}

export type ApiEnv = {
  /** Facts about the connection. The caller of `api.fetch` passes them, because headers can be forged. */
  Bindings: {
    address?: string
    requestId?: string
    inProcess?: boolean
    /** Whether the request's cookie belongs to a valid session of the back office. */
    hasAdminSession?(): Promise<boolean>
    /** The public address of the site. */
    origin?: string
  }
  Variables: {
    deps: ApiDeps
    requestId: string
    address: string
    /** The address of the request. It is read once, because long filters take time. */
    url: URL
    actor?: Actor
    /** The fresh proof of this request was found valid. */
    proven?: true
    body?: string
    /** When the request arrived, in milliseconds of the process. */
    started: number
    /** The definition of the call, and what the admin log is told about it. */
    called?: Described
    logNote?: LogNote
    logFacts?: LogFacts
    runtimeResource?: RegisteredResource
  }
}

export type ApiContext = Context<ApiEnv>

/** Finds the resource that a request is for. */
export type ResourceOf = (c: ApiContext) => RegisteredResource

/** The signed-in user, for handlers that run after a check for one. @throws AppError 401 without a user */
export function actorOf(c: ApiContext): Actor {
  const actor = c.get('actor')
  if (!actor) throw new AppError(401)
  return actor
}

/** The author to record for this request's changes. */
export function authorOf(c: ApiContext): Author {
  const actor = c.get('actor')
  return {
    id: actor?.id ?? null,
    name: actor ? authorName(actor) : '',
    address: c.get('address'),
    requestId: c.get('requestId'),
    ...(actor?.apiToken ? { apiTokenId: actor.apiToken.id } : {}),
    ...proofOf(c),
  }
}

function proofOf(c: ApiContext): Pick<Author, 'proof'> {
  if (c.get('proven')) return { proof: 'checked' }
  const [actor, given] = [c.get('actor'), c.req.header(PROOF_HEADER)]
  return actor && given ? { proof: { hash: hashToken(given), familyId: actor.familyId } } : {}
}
