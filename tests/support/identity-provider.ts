import type { ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'
import { allowConsole } from './console.ts'
import { CLIENT, type People, serveProvider } from './oidc-server.ts'
import { listen } from './outgoing.ts'

/** Starts a real identity provider until the test ends. @param redirect the address that it may send people back to */
export async function startProvider(redirect: string, people: People = {}) {
  // It warns of what is right for a test: keys, pages and memory of its own.
  allowConsole(/^oidc-provider WARNING/)
  const { close, ...started } = await serveProvider('127.0.0.1', redirect, people)
  onTestFinished(close)
  return started
}

type Lies = {
  claims?: Record<string, unknown>
  /** Leaves claims out. */
  without?: readonly string[]
  header?: { alg: 'RS256' | 'HS256' | 'none' }
  /** Signs with a key that the provider does not publish. */
  otherKey?: boolean
  userinfo?: Record<string, unknown>
  metadata?: Record<string, unknown>
  /** Does not answer at all. */
  silent?: boolean
}

/**
 * A provider of a few lines, which says what a test tells it: it answers every authorization at once, with one person,
 * and lies where it is told.
 */
export async function startLiar(person: Record<string, unknown>) {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const others = await generateKeyPair('RS256')
  const lies: Lies = {}
  const codes = new Map<string, string | null>()
  const json = (response: ServerResponse, body: unknown) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  }
  const idToken = async (nonce: string | null) => {
    const now = Math.floor(Date.now() / 1000)
    const told = { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 300, nonce, ...person, ...lies.claims }
    const claims = Object.fromEntries(Object.entries(told).filter(([name]) => !lies.without?.includes(name)))
    const alg = lies.header?.alg ?? 'RS256'
    if (alg === 'none') {
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(claims)}.`
    }
    const signer = new SignJWT(claims).setProtectedHeader({ alg, kid: 'one' })
    if (alg === 'HS256') return signer.sign(new TextEncoder().encode(CLIENT.secret))
    return signer.sign(lies.otherKey ? others.privateKey : keys.privateKey)
  }
  const port = await listen(async (request, response) => {
    if (lies.silent) return
    const url = new URL(request.url ?? '/', issuer)
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(response, {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/me`,
          jwks_uri: `${issuer}/jwks`,
          id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
          code_challenge_methods_supported: ['S256'],
          authorization_response_iss_parameter_supported: true,
          ...lies.metadata,
        })
      case '/jwks':
        return json(response, {
          keys: [{ ...(await exportJWK(keys.publicKey)), use: 'sig', alg: 'RS256', kid: 'one' }],
        })
      case '/token': {
        let body = ''
        for await (const chunk of request) body += chunk
        const nonce = codes.get(new URLSearchParams(body).get('code') ?? '') ?? null
        return json(response, {
          access_token: 'an-access-token',
          token_type: 'Bearer',
          expires_in: 300,
          id_token: await idToken(nonce),
        })
      }
      default:
        return json(response, { sub: person.sub, ...lies.userinfo })
    }
  })
  const issuer = `http://127.0.0.1:${port}`
  /** What the browser brings back from the provider for an authorization address. */
  const authorize = (address: string) => {
    const { searchParams } = new URL(address)
    const code = `code-${codes.size}`
    codes.set(code, searchParams.get('nonce'))
    return new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: issuer })
  }
  onTestFinished(() => codes.clear())
  /** Signs a token of the provider for another purpose. */
  const sign = (claims: Record<string, unknown>, header: Record<string, unknown> = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(keys.privateKey)
  return { issuer, lies, authorize, sign }
}
