import { clearCaches } from '#src/server/cache/cache-signal.server.ts'
import { runtime } from '#src/server/runtime.server.ts'
import type { BrowserSession } from './browser-session.server.ts'
import { callApi } from './client.server.ts'

/**
 * Clears the caches of the back end, and of the processes that serve pages in front of it. Returns the back end's word
 * about it. @throws BackendError 403 for whoever is not super; 501 from a back end that has no such call
 */
export async function clearServerCaches(session: BrowserSession, type: 'server' | 'all'): Promise<string> {
  const { msg } = await callApi(session, { method: 'POST', path: '/admin/ajax/clearCache', body: { type } })
  const { db, env } = runtime()
  if (env.BACKEND_URL) await clearCaches(db)
  return msg
}
