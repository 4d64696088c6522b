import { createSession } from '#src/backend/browser-session.server.ts'
import type { Database } from '#src/db/client.server.ts'
import { send } from './measure.ts'

type Tokens = { access_token: string; refresh_token: string; expires_in: number; token_type: string }

export const password = 'Bench-123456'
const basic = { authorization: `Basic ${btoa('admin:admin')}`, 'content-type': 'application/x-www-form-urlencoded' }

export const signInCall = (url: string) => ({
  url: `${url}/auth/oauth/token?grant_type=password&scope=server`,
  method: 'POST',
  headers: basic,
  body: `username=admin&password=${password}`,
})

export const refreshCall = (url: string, token: string) => ({
  url: `${url}/auth/oauth/token?grant_type=refresh_token&scope=server`,
  method: 'POST',
  headers: basic,
  body: `refresh_token=${token}`,
})

/** Signs the super admin in and returns the token set. */
export async function signIn(url: string): Promise<Tokens> {
  return JSON.parse(await send(signInCall(url)))
}

/** The cookie of a browser that is signed in to the back office. */
export async function signedInCookie(db: Database, url: string): Promise<string> {
  const { access_token: token, refresh_token, expires_in, token_type } = await signIn(url)
  return `ys_admin=${await createSession(db, 'admin', { token, refresh_token, expires_in, token_type }, 3600)}`
}
