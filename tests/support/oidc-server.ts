import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

/** What a provider knows of a person, by subject. */
export type People = Record<string, Record<string, unknown>>

export const CLIENT = { id: 'yardstick', secret: 'a-secret-of-the-client-which-is-long-enough' }

/**
 * A real identity provider (`oidc-provider`) on a free port. A person signs in at it by typing the subject.
 * @param host by which the provider is asked: an address or a name of this machine
 * @param redirect the address that it may send people back to
 */
export async function serveProvider(host: string, redirect: string, people: People = {}, more: Configuration = {}) {
  let handler: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  const server = createServer((request, response) => handler?.(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Seam: the server listens on a port.
  const { port } = server.address() as AddressInfo
  const issuer = `http://${host}:${port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirect],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        post_logout_redirect_uris: [new URL('/admin/login', redirect).href],
        backchannel_logout_uri: new URL('/auth/provider/backchannel', redirect).href,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'one' }] },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'], email: ['email', 'email_verified'] },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ sub, preferred_username: sub, ...people[sub] }),
    }),
    features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
    cookies: { keys: ['keys of a test'] },
    ...more,
  })
  handler = provider.callback()
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { issuer, provider, close }
}
