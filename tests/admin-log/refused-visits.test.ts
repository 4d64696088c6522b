import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#src/db/identity.table.server.ts'
import { ADMIN_PASSWORD, startApi } from '../support/api.ts'
import { startLiar } from '../support/identity-provider.ts'
import { loggedSoon } from '../support/logged.ts'
import { addProvider, visitsOf } from '../support/provider-visits.ts'

// What the log says of visits at an identity provider that are refused.

async function start() {
  const api = await startApi()
  const admin = await api.signIn()
  const liar = await startLiar({ sub: 'subject-1', preferred_username: 'teacher' })
  const id = await addProvider(admin, liar.issuer)
  const visits = visitsOf(api)
  const come = async (change: (params: URLSearchParams) => void = () => undefined) => {
    const begun = await visits.begin(id)
    const params = liar.authorize(begun.url)
    change(params)
    return { key: begun.key, params, answer: await visits.finish(begun.key, params) }
  }
  const link = async () => {
    const { data } = await visits.beginAs(admin, 'link', id)
    return visits.finish(data.key, liar.authorize(data.url))
  }
  await api.db.$client.query('truncate admin_log')
  /**
   * The rows of the log that came since the start, in the order in which they were written. Two that come within
   * milliseconds may be dated the other way round.
   */
  const rows = async (count: number) =>
    (await loggedSoon(api, count))
      .sort((a, b) => Number(a.id) - Number(b.id))
      .map(({ event, side, username, title_en, code, message }) => ({
        event,
        side,
        username,
        title: title_en,
        code,
        message,
      }))
  return { api, admin, liar, id, visits, come, link, rows }
}

const failed = { event: 'signInFailed', username: '', title: 'Sign in with an identity provider' }

test('a refused visit is a failed sign-in, whatever it was refused for', async () => {
  const { api, admin, liar, id, visits, come, rows } = await start()
  const { key, params } = await come()
  await visits.finish(key, params)
  await visits.finish('x'.repeat(43), params)
  await come((given) => given.set('iss', 'https://elsewhere.example'))
  await come((given) => given.set('error', 'access_denied'))
  liar.lies.claims = { nonce: 'another' }
  await come()
  const gone = { key: 'x'.repeat(43), username: 'admin', password: ADMIN_PASSWORD }
  await visits.post('/auth/provider/link', gone)
  await visits.post('/auth/provider/create', { key: gone.key, username: 'teacher', name: 'Li' })
  liar.lies.claims = {}
  const begun = await visits.begin(id)
  await admin('POST', '/adminApi/provider/edit', { id, status: 0 })
  await visits.finish(begun.key, liar.authorize(begun.url))
  const found = await rows(9)
  expect(found.filter(({ event }) => event !== 'write')).toMatchObject([
    { ...failed, side: null, message: expect.stringContaining('begun in another browser') },
    { ...failed, side: null, message: expect.stringContaining('begun in another browser') },
    { ...failed, side: 'admin', message: expect.stringContaining('from another provider') },
    { ...failed, side: 'admin', message: expect.stringContaining('did not let you in') },
    { ...failed, side: 'admin', message: expect.stringContaining('belongs to another sign-in') },
    { ...failed, side: null, username: 'admin', code: 400 },
    { ...failed, side: null, code: 400 },
    { ...failed, side: 'admin', code: 403 },
  ])
  const { rows: raw } = await api.db.$client.query('select * from admin_log')
  expect(JSON.stringify(raw)).not.toContain(ADMIN_PASSWORD)
})

test('an identity that may not be linked, and one of a locked account, are in the log under the name', async () => {
  const { api, liar, visits, come, link, rows } = await start()
  expect((await link()).data.outcome).toBe('linked')
  // Another person of the same provider, with the password of this account.
  Object.assign(liar.lies, { claims: { sub: 'subject-2' }, userinfo: { sub: 'subject-2' } })
  const { key } = await come()
  const refused = await visits.post('/auth/provider/link', { key, username: 'admin', password: ADMIN_PASSWORD })
  expect(refused).toMatchObject({ code: 409 })
  // The same within a sign-in is the call of its person.
  expect(await link()).toMatchObject({ code: 409 })
  Object.assign(liar.lies, { claims: {}, userinfo: {} })
  await api.db.update(account).set({ status: 0 }).where(eq(account.username, 'admin'))
  expect((await come()).answer).toMatchObject({ code: 400 })
  const found = await rows(6)
  expect(found.filter(({ event }) => event === 'signInFailed')).toMatchObject([
    { ...failed, side: 'admin', username: 'admin', code: 409 },
    { ...failed, side: 'admin', username: 'admin', code: 400 },
  ])
  const finished = found.filter(({ title }) => title === 'Finish a visit to an identity provider')
  expect(finished).toMatchObject([
    { event: 'write', side: 'admin', username: 'admin', code: 200 },
    { event: 'write', side: 'admin', username: 'admin', code: 409 },
  ])
})

test('the key of a visit is in no row of the log, because it still opens the visit', async () => {
  const { api, admin, liar, id, visits, come, link, rows } = await start()
  await link()
  const proof = await visits.beginAs(admin, 'proof', id)
  liar.lies.claims = { auth_time: Math.floor(Date.now() / 1000) }
  await visits.finish(proof.data.key, liar.authorize(proof.data.url))
  await admin('POST', '/adminApi/proof/give', { way: 'provider', key: proof.data.key })
  Object.assign(liar.lies, { claims: { sub: 'subject-2' }, userinfo: { sub: 'subject-2' } })
  const { key } = await come()
  await visits.post('/auth/provider/link', { key, username: 'admin', password: 'Not-this-one1' })
  await rows(6)
  const { rows: raw } = await api.db.$client.query('select * from admin_log')
  for (const secret of [key, proof.data.key]) expect(JSON.stringify(raw)).not.toContain(secret)
})
