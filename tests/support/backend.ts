import { onTestFinished, vi } from 'vitest'
import type { TokenSet } from '#src/backend/token-set.ts'
import { freshDatabase } from './database.ts'
import { spendModules } from './modules.ts'

const SECRET = 'a secret of at least thirty-two characters'

/**
 * Starts the backend client as in a process of its own: with new modules for these variables, on a database.
 * @param variables environment variables such as BACKEND_URL; without DATABASE_URL a fresh database is made
 */
export async function startBackend(variables: Record<string, string> = {}) {
  const database = variables.DATABASE_URL ? undefined : await freshDatabase()
  const given = { DATABASE_URL: database?.url ?? '', SESSION_SECRET: SECRET, LOG_LEVEL: 'silent', ...variables }
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
  vi.resetModules()
  spendModules()
  const [
    client,
    grant,
    sessions,
    { runtime, handInFeatures },
    features,
    locale,
    facts,
    http,
    errors,
    redirects,
    config,
  ] = await Promise.all([
    import('#src/backend/client.server.ts'),
    import('#src/backend/grant.server.ts'),
    import('#src/backend/browser-session.server.ts'),
    import('#src/server/runtime.server.ts'),
    import('#src/features/mount.server.ts'),
    import('#src/i18n/locale.server.ts'),
    import('#src/server/request-facts.server.ts'),
    import('#src/web/http.server.ts'),
    import('#src/backend/backend-error.ts'),
    import('#src/backend/backend-redirect.ts'),
    import('#src/server/config.server.ts'),
  ])
  handInFeatures(features)
  const { db, lockDb, probeDb, vitalDb } = runtime()
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await Promise.all([db, lockDb, probeDb, vitalDb].map((one) => one.$client.end()))
    await database?.drop()
  })

  /** Creates a browser session that holds these tokens. */
  const session = async (side: 'admin' | 'user', tokens: TokenSet) => {
    const id = await sessions.createSession(db, side, tokens, 3600)
    return { id, side, tokens }
  }
  /** Returns the BackendError that a call is refused with. @throws any other error, or Error when the call succeeds */
  const refusal = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (!(error instanceof errors.BackendError)) throw error ?? new Error('it was not refused')
    return error
  }
  return {
    ...client,
    ...grant,
    ...sessions,
    ...locale,
    ...facts,
    ...http,
    ...redirects,
    ...config,
    db,
    session,
    refusal,
  }
}

export type TestBackend = Awaited<ReturnType<typeof startBackend>>

export const someTokens: TokenSet = { token: 'old', refresh_token: 'r1', expires_in: 900, token_type: 'bear' }
