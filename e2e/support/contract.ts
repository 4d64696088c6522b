import type { TokenSet } from '#src/backend/token-set.ts'
import { passwords } from '../../tests/support/passwords.ts'

export type Side = 'admin' | 'user'

const agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0'

/**
 * Signs in over HTTP, as any client of the contract does. Officers have the administrator's password.
 * @throws Error when the sign-in is refused
 */
export async function tokensOf(url: string, side: Side, username: string, userAgent = agent): Promise<TokenSet> {
  const answer = await fetch(`${url}/auth/oauth/token?grant_type=password&scope=server`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${side}:${side}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': userAgent,
    },
    body: new URLSearchParams({
      username,
      password: side === 'admin' ? passwords.admin : passwords.member,
    }).toString(),
  })
  if (answer.status !== 200) throw new Error(`${username} could not sign in: ${await answer.text()}`)
  const { access_token, refresh_token, expires_in, token_type } = await answer.json()
  return { token: access_token, refresh_token, expires_in, token_type }
}

/** Signs in as the first administrator. @returns a function that calls the back office's HTTP API */
export async function contract(url = '') {
  const { token } = await tokensOf(url, 'admin', 'admin')
  let proof: string | undefined
  const call = async (to: string, body?: object, method = body ? 'POST' : 'GET') => {
    const response = await fetch(`${url}/adminApi/${to}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(proof ? { 'x-proof': proof } : {}),
      },
      body: body && JSON.stringify(body),
    })
    return response.json()
  }
  proof = (await call('proof/give', { way: 'password', password: passwords.admin })).data.proof
  return call
}
