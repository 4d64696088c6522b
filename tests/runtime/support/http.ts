import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import { passwords } from '../../support/passwords.ts'

/** Signs in as the super admin over HTTP. @returns the response of the token endpoint */
export async function signIn(url: string, password = passwords.admin): Promise<Response> {
  return fetch(`${url}/auth/oauth/token?grant_type=password&scope=server`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('admin:admin')}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username: 'admin', password }).toString(),
  })
}

/** Adds an organization over HTTP. @returns whether the server acknowledged it */
export async function addOrganization(url: string, token: string, code: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/adminApi/organization/add`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify({ code, name: code, type: 'school' }),
    })
    const answer: { code: number } = await response.json()
    return response.ok && answer.code === 200
  } catch {
    return false
  }
}

/** Signs in and returns the Authorization header of the new session. */
export async function bearer(url: string): Promise<string> {
  const response = await signIn(url)
  const { access_token }: { access_token: string } = await response.json()
  return `Bearer ${access_token}`
}

/** Sends one call of the contract. */
export type Caller = (method: string, path: string, body?: unknown) => Promise<Answer>
type Answer = { status: number; code: number; msg: string; data: unknown }

/** Makes a caller whose person has proved anew who they are, with the password. */
export async function provenCaller(url: string, authorization: string): Promise<Caller> {
  const body = { way: 'password', password: passwords.admin }
  const answer = await callerWith(url, authorization)('POST', '/adminApi/proof/give', body)
  const { proof } = answer.data as { proof: string }
  return callerWith(url, authorization, { [PROOF_HEADER]: proof })
}

/** Makes a caller with the Authorization header of a session, in English. */
export function callerWith(url: string, authorization: string, more: Record<string, string> = {}): Caller {
  return async (method, path, body) => {
    const headers: Record<string, string> = { authorization, 'accept-language': 'en', ...more }
    if (body !== undefined) headers['content-type'] = 'application/json'
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const answer: Omit<Answer, 'status'> = await response.json()
    return { status: response.status, ...answer }
  }
}
