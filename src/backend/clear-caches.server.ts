import { m } from '#src/i18n/paraglide/messages.js'
import { clearCaches } from '#src/server/cache-signal.server.ts'
import { runtime } from '#src/server/runtime.server.ts'
import { BackendError } from './backend-error.ts'
import type { BrowserSession } from './browser-session.server.ts'
import { callApi } from './client.server.ts'
import { backendKind } from './kind.server.ts'
import { statusText } from './status-text.ts'

/**
 * Clears the caches of the back end, and of the processes that serve pages in front of it. A pig back end has no such
 * call; what there is to clear is here. Returns what to say of it. @throws BackendError 403 unless super
 */
export async function clearServerCaches(session: BrowserSession, type: 'server' | 'all'): Promise<string> {
  const { db, env } = runtime()
  if (backendKind() === 'pig') {
    const { data } = await callApi(session, { method: 'GET', path: '/adminApi/user/info' })
    const isSuper = typeof data === 'object' && data !== null && Reflect.get(data, 'super') === true
    if (!isSuper) throw new BackendError(403, statusText(403, ''))
    await clearCaches(db)
    return m.success_cacheCleared()
  }
  const path = '/admin/ajax/clearCache'
  const { msg } = await callApi(session, { method: 'POST', path, body: { type } })
  if (env.BACKEND_URL) await clearCaches(db)
  return msg
}
