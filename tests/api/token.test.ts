import { eq, sql } from 'drizzle-orm'
import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { account, credential } from '#src/db/identity.table.server.ts'
import { ADMIN_PASSWORD, startApi, type Tokens } from '../support/api.ts'

const password = (password = ADMIN_PASSWORD, username = 'admin') => ({ username, password })

test('the token endpoint answers as OAuth says, whatever the client sends, and keeps only hashes', async () => {
  const made = await startApi()
  // An OAuth client library that knows nothing of us signs in and refreshes.
  {
    const { api } = made
    const server: oauth.AuthorizationServer = {
      issuer: 'https://yardstick.test',
      token_endpoint: 'https://yardstick.test/auth/oauth/token',
    }
    const client: oauth.Client = { client_id: 'admin' }
    const basic = oauth.ClientSecretBasic('admin')
    // The library's own request goes to the application directly, without a network.
    const options = { [oauth.customFetch]: async (url: string, init: object) => api.request(url, init) }
    const parameters = new URLSearchParams({ ...password(), scope: 'server' })
    const answer = await oauth.genericTokenEndpointRequest(server, client, basic, 'password', parameters, options)
    const signedIn = await oauth.processGenericTokenEndpointResponse(server, client, answer)
    expect(signedIn).toMatchObject({ token_type: 'bearer', expires_in: 900, scope: 'server' })
    const again = await oauth.refreshTokenGrantRequest(server, client, basic, signedIn.refresh_token ?? '', options)
    const refreshed = await oauth.processRefreshTokenResponse(server, client, again)
    expect(refreshed.access_token).not.toBe(signedIn.access_token)
    const info = await oauth.protectedResourceRequest(
      refreshed.access_token,
      'GET',
      new URL('https://yardstick.test/adminApi/user/info'),
      undefined,
      undefined,
      options,
    )
    expect(await info.json()).toMatchObject({ code: 200, data: { username: 'admin' } })
  }
  // The token answer is bare, may not be stored, and carries the code.
  {
    await made.db.execute(sql`delete from throttle`)
    const { token } = made
    const response = await token('admin', password())
    expect(response.headers.get('cache-control')).toBe('no-store')
    const body = await response.json()
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'server', code: 200 })
    expect(body).not.toHaveProperty('data')
  }
  // A wrong client is refused with 401, an unknown grant with unsupported_grant_type.
  {
    await made.db.execute(sql`delete from throttle`)
    const { api, token } = made
    const headers = { authorization: `Basic ${btoa('admin:wrong')}`, 'accept-language': 'en' }
    const request = { method: 'POST', headers }
    const response = await api.request('/auth/oauth/token?grant_type=password', request)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('Basic')
    expect(await response.json()).toMatchObject({
      error: 'invalid_client',
      error_description: 'The client credentials are wrong',
    })
    expect(await (await token('admin', password(), 'magic')).json()).toMatchObject({
      error: 'unsupported_grant_type',
      error_description: 'This grant type is not supported',
    })
  }
  // A client that sends no Basic header names itself in the form, never in the address.
  {
    await made.db.execute(sql`delete from throttle`)
    const { api } = made
    const ask = async (form: Record<string, string>, { query = '', basic = '' } = {}) => {
      const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
      if (basic) headers.authorization = `Basic ${btoa(basic)}`
      const body = new URLSearchParams({ grant_type: 'password', ...password(), ...form }).toString()
      const response = await api.request(`/auth/oauth/token?${query}`, { method: 'POST', headers, body })
      return [response.status, (await response.json()).error]
    }
    const [good, bad] = [
      { client_id: 'admin', client_secret: 'admin' },
      { client_id: 'admin', client_secret: 'wrong' },
    ]
    expect(await ask(good)).toEqual([200, undefined])
    expect(await ask(good, { basic: 'admin:admin' })).toEqual([200, undefined])
    expect(await ask({ client_id: 'user', client_secret: 'user' }), 'of the other side').toEqual([400, 'invalid_grant'])
    const nobody = [401, 'invalid_client']
    expect(await ask(bad)).toEqual(nobody)
    expect(await ask({})).toEqual(nobody)
    expect(await ask({}, { query: 'client_id=admin&client_secret=admin' }), 'in the address').toEqual(nobody)
    expect(await ask(bad, { basic: 'admin:admin' }), 'two different ones').toEqual(nobody)
    expect(await ask(good, { basic: 'admin:wrong' }), 'a wrong header').toEqual(nobody)
  }
  // A secret in the address is refused, also beside the form.
  {
    await made.db.execute(sql`delete from throttle`)
    const { api, signIn } = made
    const { tokens } = await signIn()
    const values = new Map(
      Object.entries({ ...password(), refresh_token: tokens.refresh_token, client_secret: 'admin' }),
    )
    const headers = {
      authorization: `Basic ${btoa('admin:admin')}`,
      'content-type': 'application/x-www-form-urlencoded',
    }
    for (const [query, form] of inAddress) {
      const [name = ''] = query.split('&').at(-1)?.split('=') ?? []
      const body = new URLSearchParams(form).toString()
      const url = `/auth/oauth/token?${query}${values.get(name)}`
      const response = await api.request(url, { method: 'POST', headers, body })
      expect([response.status, (await response.json()).error], query).toEqual([400, 'invalid_request'])
    }
  }
  // Parameters that the token endpoint does not know are ignored, in the address too.
  {
    await made.db.execute(sql`delete from throttle`)
    const { api } = made
    const response = await api.request('/auth/oauth/token?randomStr=1&code=2&grant_type=password&scope=server', {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('admin:admin')}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(password()).toString(),
    })
    expect(response.status).toBe(200)
  }
  // The account name is found in any case; tokens are stored hashed only.
  {
    await made.db.execute(sql`delete from throttle`)
    const { token, db } = made
    const tokens: Tokens = await (await token('admin', password(ADMIN_PASSWORD, 'ADMIN'))).json()
    const { rows } = await db.execute(sql`select row_to_json(t)::text as line from token t`)
    expect(JSON.stringify(rows)).not.toContain(tokens.access_token)
    expect(JSON.stringify(rows)).not.toContain(tokens.refresh_token)
  }
  // A password does not expire, and tokens have 256 random bits.
  {
    await made.db.execute(sql`delete from throttle`)
    const { token, db } = made
    await db.update(credential).set({ changeTime: '2001-01-01T00:00:00Z' })
    const [one, other]: Tokens[] = [
      await (await token('admin', password())).json(),
      await (await token('admin', password())).json(),
    ]
    if (!one || !other) throw new Error('not signed in')
    for (const name of ['access_token', 'refresh_token'] as const) {
      // 43 characters of six bits.
      expect(one[name].slice(-43)).toMatch(/^[\w-]{43}$/)
      expect(one[name].slice(-43)).not.toBe(other[name].slice(-43))
    }
  }
})

const wrongForms: [why: string, form: Record<string, string>, error: string][] = [
  ['a wrong password', password('wrong-password'), 'invalid_grant'],
  ['an unknown account', password(ADMIN_PASSWORD, 'nobody'), 'invalid_grant'],
  ['a member at the back office', password('Member123456', 'member'), 'invalid_grant'],
  ['no password', { username: 'admin' }, 'invalid_request'],
  [
    'a grant type that differs between query and form',
    { ...password(), grant_type: 'refresh_token' },
    'invalid_request',
  ],
]

test('sign-in is refused in the same words, and a password counts exactly as it is sent', async () => {
  const made = await startApi()
  // Sign-in is refused with 400.
  {
    const { token } = made
    for (const [why, form, error] of wrongForms) {
      const response = await token('admin', form)
      expect(response.status, why).toBe(400)
      expect(await response.json(), why).toMatchObject({
        error,
        code: 400,
        error_description: expect.any(String),
        msg: expect.any(String),
      })
    }
  }
  // A password counts exactly as it is sent.
  {
    await made.db.execute(sql`delete from throttle`)
    const { token } = made
    // Neither cut, with a blank, nor in another case.
    for (const sent of [
      ADMIN_PASSWORD.slice(0, -1),
      `${ADMIN_PASSWORD} `,
      ` ${ADMIN_PASSWORD}`,
      ADMIN_PASSWORD.toUpperCase(),
    ]) {
      expect((await token('admin', password(sent))).status, sent).toBe(400)
      expect((await token('admin', password())).status).toBe(200)
    }
  }
  // Unknown account, wrong password and locked account get the same answer.
  {
    await made.db.execute(sql`delete from throttle`)
    const { token, db } = made
    const ask = async (form: Record<string, string>) => (await token('admin', form)).json()
    const wrong = await ask(password('wrong-password'))
    expect(await ask(password(ADMIN_PASSWORD, 'nobody'))).toEqual(wrong)
    await db.update(account).set({ status: 0 }).where(eq(account.username, 'admin'))
    expect(await ask(password())).toEqual(wrong)
  }
})

const inAddress: [query: string, form: Record<string, string>][] = [
  ['grant_type=password&password=', password()],
  ['grant_type=password&username=', password()],
  ['grant_type=refresh_token&refresh_token=', {}],
  ['grant_type=password&client_secret=', { ...password(), client_id: 'admin' }],
]
