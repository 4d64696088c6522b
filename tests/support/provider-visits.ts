import { Agent, request } from 'node:http'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import type { Caller, TestApi, Tokens } from './api.ts'
import { CLIENT } from './oidc-server.ts'

export const ORIGIN = 'http://yardstick.test'

export type Answer<T = Record<string, unknown>> = { status: number; code: number; msg: string; data: T }
export type Begun = { key: string; state: string; url: string }
export type Finished = { outcome: string; tokens: Tokens | null; side: string; to: string }

/** Calls of the contract that need no sign-in, and calls of a person that need the address of the site. */
export function visitsOf(api: Pick<TestApi, 'api'>, language = 'en') {
  const post = async <T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language, ...headers },
      body: JSON.stringify(body),
    }
    const response = await api.api.request(path, init, { origin: ORIGIN, address: '203.0.113.9' })
    return { status: response.status, ...(await response.json()) }
  }
  return {
    post,
    begin: async (provider: number, more: object = {}) =>
      (await post<Begun>('/auth/provider/begin', { provider, ...more })).data,
    /** Begins a visit of a signed-in person. */
    beginAs: (call: Caller, purpose: 'link' | 'proof', provider: number, base = '/adminApi') =>
      post<Begun>(
        `${base}/identity/begin`,
        { provider, purpose },
        {
          authorization: `Bearer ${call.tokens.access_token}`,
          ...(call.proof ? { [PROOF_HEADER]: call.proof } : {}),
        },
      ),
    finish: (key: string, params: URLSearchParams) =>
      post<Finished>('/auth/provider/finish', { key, params: params.toString() }),
  }
}

/** Adds a provider to the site. @returns its id */
export async function addProvider(call: Caller, issuer: string, more: object = {}): Promise<number> {
  const answer = await call('POST', '/adminApi/provider/add', {
    name: '教育云',
    nameEn: 'School cloud',
    side: 'admin',
    icon: 'fa fa-cloud',
    status: 1,
    issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    scopes: 'openid profile email',
    usernameClaim: 'preferred_username',
    nameClaim: 'name',
    mailClaim: 'email',
    ...more,
  })
  if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
  return (answer.data as { id: number }).id
}

/**
 * Goes through the pages of the real provider as a browser does: signs in with a subject and agrees.
 * @returns what the provider sends back to the site
 */
export async function signInAt(address: string, subject: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>()
  let url = new URL(address)
  let form: URLSearchParams | undefined
  for (let step = 0; step < 20; step++) {
    const { location, body } = await visit(url, cookies, form)
    form = undefined
    if (location) {
      url = new URL(location, url)
      if (url.origin === ORIGIN) return url.searchParams
      continue
    }
    const prompt = /name="prompt" value="(\w+)"/.exec(body)?.[1]
    const action = /action="([^"]+)"/.exec(body)?.[1]
    if (!prompt || !action) throw new Error(`the provider shows: ${body.slice(0, 500)}`)
    url = new URL(action, url)
    form = new URLSearchParams({ prompt, login: subject, password: 'any' })
  }
  throw new Error('the provider leads in a circle')
}

const agent = new Agent({ keepAlive: false })

function visit(url: URL, cookies: Map<string, string>, form: URLSearchParams | undefined) {
  return new Promise<{ location: string | undefined; body: string }>((resolve, reject) => {
    const headers: Record<string, string> = {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }
    if (form) headers['content-type'] = 'application/x-www-form-urlencoded'
    const sent = request(url, { method: form ? 'POST' : 'GET', headers, agent }, (answer) => {
      for (const line of answer.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        body += chunk
      })
      answer.on('end', () => resolve({ location: answer.headers.location, body }))
    })
    sent.on('error', reject)
    sent.end(form?.toString())
  })
}
