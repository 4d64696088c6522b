import { BackendError } from '#src/backend/backend-error.ts'
import { findSession } from '#src/backend/browser-session.server.ts'
import { callApi } from '#src/backend/client.server.ts'
import { sessionIdOf } from '#src/backend/session-cookies.ts'
import { runtime } from '#src/server/runtime.server.ts'

/**
 * Whether the request's cookie belongs to a valid session of the back office. The back end decides.
 * @throws BackendError except for 401
 */
export async function isAdminSession(request: Request): Promise<boolean> {
  const id = sessionIdOf(request, 'admin')
  const session = id ? await findSession(runtime().vitalDb, 'admin', id) : undefined
  if (!session) return false
  try {
    await callApi(session, { method: 'GET', path: '/adminApi/user/info' })
    return true
  } catch (error) {
    if (error instanceof BackendError && error.code === 401) return false
    throw error
  }
}
