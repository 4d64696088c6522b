import type { clearCacheCall } from '#src/server/cache/cache.api.server.ts'
import { clearCaches } from '#src/server/cache/cache-signal.server.ts'
import { runtime } from '#src/server/runtime.server.ts'
import type { BrowserSession } from './browser-session.server.ts'
import { callEndpoint } from './call-endpoint.server.ts'

/**
 * Clears the caches of the back end, and those of the processes that serve pages in front of it.
 * @returns the back end's message
 * @throws BackendError 403 when the user is not a super admin; 501 when the back end does not support the call
 */
export async function clearServerCaches(session: BrowserSession, type: 'server' | 'all'): Promise<string> {
  const { msg } = await callEndpoint<typeof clearCacheCall>(session, {
    method: 'POST',
    path: '/admin/ajax/clearCache',
    body: { type },
  })
  const { db, env } = runtime()
  if (env.BACKEND_URL) await clearCaches(db)
  return msg
}
