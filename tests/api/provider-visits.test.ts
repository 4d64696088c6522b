import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSession, keepProof } from '#src/backend/browser-session.server.ts'
import { findAccount } from '#src/features/auth/account.server.ts'
import { jobKinds, mounts } from '#src/features/mount.server.ts'
import { visits } from '#src/features/providers/visits.server.ts'
import { startFamily } from '#src/server/access/tokens.server.ts'
import { handInFeatures, runtime } from '#src/server/runtime.server.ts'
import { createHttp } from '#src/web/http.server.ts'
import { type Listening, listen } from '../../scripts/lib/listen.ts'
import { callerOf, MEMBER_PASSWORD } from '../support/api.ts'
import { freshDatabase } from '../support/database.ts'
import { settings } from '../support/deps.ts'
import { startLiar } from '../support/identity-provider.ts'
import { spendModules } from '../support/modules.ts'
import { proofFor } from '../support/proofs.ts'
import { addProvider, ORIGIN, visitsOf } from '../support/provider-visits.ts'

// The way of a browser: from a page of the site to the provider, and back.

let server: Listening
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  const variables = { DATABASE_URL: database.url, LOG_LEVEL: 'silent', SITE_URL: ORIGIN, OUTGOING_ALLOW: '127.0.0.1' }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.stubEnv('SESSION_SECRET', 's'.repeat(40))
  // The application's modules hold state of this file, so no other file may share them.
  spendModules()
  handInFeatures({ mounts, jobKinds })
  const fetch = createHttp(() => new Response('a page'), true, visits)
  server = await listen({ fetch, middleware: [], host: '127.0.0.1', port: 0, trustProxy: false })
})

afterAll(async () => {
  await server.close()
  const { db, lockDb, vitalDb, probeDb } = runtime()
  await Promise.all([db, lockDb, vitalDb, probeDb].map((one) => one.$client.end()))
  await drop()
  vi.unstubAllEnvs()
})

type Sent = { cookie?: string; site?: string; language?: string }

/** Goes to an address as a browser does. @returns where it leads, and the cookies that it sets */
async function go(path: string, { cookie = '', site = 'same-origin', language = 'en' }: Sent = {}) {
  const headers = { cookie, 'sec-fetch-site': site, 'accept-language': language }
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers, redirect: 'manual' })
  const set = answer.headers.getSetCookie()
  const pairs = set.map((line) => line.split(';')[0] ?? '').filter((pair) => !pair.endsWith('='))
  return { status: answer.status, to: answer.headers.get('location') ?? '', set, cookie: pairs.join('; ') }
}

async function signedIn() {
  const { db, api } = runtime()
  const found = await findAccount(db, 'admin', 'admin')
  const facts = { accountId: found?.id ?? 0, side: 'admin', keep: false, ip: '', userAgent: '' } as const
  const tokens = await startFamily(db, settings, facts)
  if (!tokens) throw new Error('no sign-in')
  const { access_token: token, ...rest } = tokens
  const id = await createSession(db, 'admin', { ...rest, token }, 3600)
  const proof = await proofFor(db, tokens.access_token)
  // As if the person had answered the dialog of the profile page.
  if (proof) await keepProof({ id, side: 'admin', tokens: { ...rest, token } }, proof)
  return { call: callerOf(api, tokens, proof?.proof), cookie: `ys_admin=${id}` }
}

test('a browser goes to the provider, comes back, links its account, and signs in', async () => {
  const { call, cookie } = await signedIn()
  const liar = await startLiar({ sub: 'subject-1', preferred_username: 'wang' })
  const id = await addProvider(call, liar.issuer)
  const begin = `/sign-in/begin/admin/${id}`
  const link = await go(`${begin}?for=link`, { cookie })
  expect(link.to).toContain(`${liar.issuer}/auth?`)
  expect(new URL(link.to).searchParams.get('redirect_uri')).toBe(`${ORIGIN}/sign-in/callback/admin`)
  expect(link.set.join()).toMatch(/ys_visit_[\w-]{10}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/)
  const back = `/sign-in/callback/admin?${liar.authorize(link.to)}`
  // Another browser has no key, so the identity of somebody else is never linked or signed in by a sent address.
  expect(await go(back, { site: 'cross-site' })).toMatchObject({ to: '/sign-in?side=admin' })
  expect(await go(back, { site: 'cross-site', cookie: link.cookie })).toMatchObject({ to: '/admin/routine/adminInfo' })
  // The address is used.
  expect(await go(back, { site: 'cross-site', cookie: link.cookie })).toMatchObject({ to: '/sign-in?side=admin' })
  const failures = sql`select title_en from admin_log where event = 'signInFailed'`
  await expect
    .poll(async () => (await runtime().db.execute(failures)).rows)
    .toEqual(Array(2).fill({ title_en: 'Sign in with an identity provider' }))

  const target = new URLSearchParams({ to: JSON.stringify({ path: '/admin/baseInfo/subject', query: {} }) })
  const away = await go(`${begin}?${target}`)
  const home = await go(`/sign-in/callback/admin?${liar.authorize(away.to)}`, {
    site: 'cross-site',
    cookie: away.cookie,
  })
  expect(home.to).toBe(`/admin/loading?${target}`)
  expect(home.set.join()).toMatch(/ys_admin=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/)
  for (const elsewhere of ['//evil.example', 'https://evil.example/', '/admin/login']) {
    const query = new URLSearchParams({ to: JSON.stringify({ path: elsewhere }) })
    const visit = await go(`${begin}?${query}`)
    const end = await go(`/sign-in/callback/admin?${liar.authorize(visit.to)}`, { cookie: visit.cookie })
    expect(end.to).toBe('/admin/loading')
  }
  // A fresh proof ends on its own window's page.
  liar.lies.claims = { auth_time: Math.floor(Date.now() / 1000) }
  const proof = await go(`${begin}?for=proof`, { cookie })
  const proven = await go(`/sign-in/callback/admin?${liar.authorize(proof.to)}`, { cookie: proof.cookie })
  expect(proven.to).toMatch(/^\/sign-in\?visit=[\w-]{10}&side=admin&proven=1$/)
  // Who is not known yet is asked for their account.
  Object.assign(liar.lies, { claims: { sub: 'subject-2' }, userinfo: { sub: 'subject-2' } })
  const other = await go(begin)
  const asked = await go(`/sign-in/callback/admin?${liar.authorize(other.to)}`, { cookie: other.cookie })
  expect(asked.to).toMatch(/^\/sign-in\?visit=[\w-]{10}&side=admin$/)
})

test('a visit begins on a page of this site alone, and a refusal is a sentence on a page', async () => {
  const { call, cookie } = await signedIn()
  const liar = await startLiar({ sub: 'subject-3' })
  const id = await addProvider(call, liar.issuer, { name: '二', nameEn: 'Second' })
  const begin = `/sign-in/begin/admin/${id}`
  for (const site of ['cross-site', 'same-site', 'none'])
    expect(await go(`${begin}?for=link`, { site, cookie })).toMatchObject({ status: 302, to: '/admin/login', set: [] })
  const unknown = await go('/sign-in/begin/user/999', { language: 'zh-CN' })
  expect(unknown.to).toBe('/sign-in?side=user')
  const said = unknown.set.find((line) => line.startsWith('ys_visit_said=')) ?? ''
  expect(decodeURIComponent(said)).toContain('该身份提供方已不存在')
  expect(said).toMatch(/Max-Age=120; Path=\/; HttpOnly/)
  expect((await go(`${begin}?for=proof`)).to).toBe('/sign-in?side=admin')
  liar.lies.claims = { nonce: 'another' }
  const visit = await go(begin)
  const refused = await go(`/sign-in/callback/admin?${liar.authorize(visit.to)}`, { cookie: visit.cookie })
  expect(refused.to).toBe('/sign-in?side=admin')
  expect(refused.set.join()).not.toContain('ys_admin=')
})

test('the browser shows what the account wants after the visit, and is known again', async () => {
  const { call } = await signedIn()
  const liar = await startLiar({ sub: 'subject-4' })
  const id = await addProvider(call, liar.issuer, { name: '三', nameEn: 'Third' })
  const { data } = await visitsOf(runtime()).beginAs(call, 'link', id)
  await visitsOf(runtime()).finish(data.key, liar.authorize(data.url))
  await call('POST', '/adminApi/user/preferences', { language: 'en', timeFormat: 'minutes' })
  const come = async (query: string, cookie = '') => {
    const away = await go(`/sign-in/begin/admin/${id}${query}`, { cookie })
    const back = { cookie: [away.cookie, cookie].filter(Boolean).join('; '), site: 'cross-site' }
    return (await go(`/sign-in/callback/admin?${liar.authorize(away.to)}`, back)).set.join('\n')
  }
  const first = await come('')
  expect(first).toMatch(/ys_lang=en; Max-Age=31536000; Path=\/; SameSite=Lax/)
  expect(first).toMatch(/ys_time=minutes;/)
  const [, device = ''] = /ys_device=([\w-]{16,64}); Max-Age=34560000; Path=\/; HttpOnly/.exec(first) ?? []
  expect(device).not.toBe('')
  expect(await come('', `ys_device=${device}`)).toContain(`ys_device=${device}`)
  // A language that was chosen on the login page is the account's from then on.
  expect(await come('?chosen=1', 'ys_lang=zh-cn')).not.toMatch(/ys_lang=/)
  expect(await call('GET', '/adminApi/user/info')).toMatchObject({ data: { language: 'zh-cn' } })
})

test('a member links the account with its password, and then signs in with one press', async () => {
  const { call } = await signedIn()
  const liar = await startLiar({ sub: 'pupil' })
  const id = await addProvider(call, liar.issuer, { name: '会员云', nameEn: 'Cloud of members', side: 'user' })
  const begin = `/sign-in/begin/user/${id}`
  const first = await go(begin)
  expect(new URL(first.to).searchParams.get('redirect_uri')).toBe(`${ORIGIN}/sign-in/callback/user`)
  const asked = await go(`/sign-in/callback/user?${liar.authorize(first.to)}`, { cookie: first.cookie })
  expect(asked.to).toMatch(/^\/sign-in\?visit=[\w-]{10}&side=user$/)
  const [, key = ''] = /ys_visit_[\w-]{10}=([\w-]{43})/.exec(first.cookie) ?? []
  const link = { key, username: 'member', password: MEMBER_PASSWORD }
  expect(await visitsOf(runtime()).post('/auth/provider/link', link)).toMatchObject({
    code: 200,
    data: { side: 'user' },
  })
  const target = new URLSearchParams({ to: JSON.stringify({ path: '/center/anything', query: {} }) })
  for (const [query, page] of [
    ['', '/user/loading'],
    [`?${target}`, `/center/loading?${target}`],
  ]) {
    const away = await go(`${begin}${query}`)
    const home = await go(`/sign-in/callback/user?${liar.authorize(away.to)}`, { cookie: away.cookie })
    expect(home.to).toBe(page)
    expect(home.set.join()).toMatch(/ys_user=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/)
    expect(home.set.join()).not.toContain('ys_admin=')
  }
  // A provider of the other side opens nothing here.
  expect(await go(`/sign-in/begin/admin/${id}?for=link`)).toMatchObject({ to: '/sign-in?side=admin' })
})
