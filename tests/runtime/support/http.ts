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
