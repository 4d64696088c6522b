import type { BrowserSession } from '#src/backend/browser-session.server.ts'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { backendKind } from '#src/backend/kind.server.ts'
import type { OwnPreferences } from './own-account.schema.ts'
import type { personEndpoints } from './session.api.server.ts'

type AnyInfo = (typeof personEndpoints)['adminInfo' | 'memberInfo']

/** How the user who has signed in wants the product to be. A pig back end does not know it. */
export async function preferencesOfSession(session: BrowserSession): Promise<OwnPreferences> {
  if (backendKind() === 'pig') return {}
  const path = session.side === 'admin' ? '/adminApi/user/info' : '/api/user/info'
  // The sign-in has succeeded, whatever happens here.
  const info = await callEndpoint<AnyInfo>(session, { method: 'GET', path }).catch(() => undefined)
  return info ? { language: info.data.language, timeFormat: info.data.timeFormat } : {}
}
