import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '#src/db/client.server.ts'
import { solve } from '#src/lib/proof-of-work.ts'
import { passwords } from '../../../support/passwords.ts'
import { askTokens, type Person, personOf, refresh, signIn, want } from '../contract.ts'

/** Pages that were not found, reported by nobody in particular and by both sides; captchas; failed sign-ins. */
export async function arrangeGuards(url: string, people: Person[]) {
  const nobody = personOf(url, { access: '', refresh: '' })
  for (const { call } of [nobody, nobody, ...people]) {
    const body = { path: '/no/such/page?x=1', referrer: 'https://example.org/somewhere?secret=1' }
    want(v.object({ number: v.number() }), await call('POST', '/api/fault/report', body))
  }
  const challenge = async (purpose: string) =>
    want(
      v.object({ id: v.string(), puzzle: v.object({ id: v.string(), bits: v.number() }) }),
      await nobody.call('GET', `/api/captcha?purpose=${purpose}`),
    )
  const solved = async (purpose: string) => {
    const { id, puzzle } = await challenge(purpose)
    const nonce = await solve(puzzle, () => undefined, new AbortController().signal)
    return { captcha_id: id, captcha_info: `work:${nonce}` }
  }
  // One that nobody has answered, and one that has been answered and not used.
  await challenge('register')
  const proof = await solved('login')
  await nobody.call('POST', '/api/captcha/check', { purpose: 'login', ...proof })
  const wrong = { username: 'stranger', password: 'not-the-password' }
  const statuses: number[] = []
  for (let at = 0; at < 6; at++) {
    const form = at < 3 ? wrong : { ...wrong, ...(await solved('login')) }
    statuses.push((await askTokens(url, 'admin', 'password', form)).status)
  }
  statuses.push((await askTokens(url, 'admin', 'password', wrong)).status)
  return { username: 'stranger', statuses }
}

/** Sign-ins by the contract: good ones, one that was refreshed, and ended ones of every kind. */
export async function arrangeSessions(url: string, db: Database) {
  const admin = (form = {}) => signIn(url, 'admin', 'admin', passwords.admin, form)
  const [kept, out, ended, used] = [await admin({ keep: '1' }), await admin(), await admin(), await admin()]
  await out.call('DELETE', '/auth/token/logout')
  const row = v.object({ id: v.number(), current: v.boolean() })
  const mine = want(v.object({ list: v.array(row) }), await ended.call('GET', '/adminApi/session/index'))
  const own = mine.list.find(({ current }) => current)
  await kept.call('DELETE', `/adminApi/session/del?ids[]=${own?.id}`)
  const fresh = await refresh(url, 'admin', used.tokens)
  // Used once, so that the one before it is over.
  await personOf(url, fresh).call('GET', '/adminApi/user/info')
  // One whose time has run out, and that nobody has cleared away yet.
  const expired = await admin()
  await db.execute(sql`update token set expire_time = now() - interval '1 hour'
    where family_id = (select max(id) from token_family)`)
  await db.execute(sql`update token_family set expire_time = now() - interval '1 hour'
    where id = (select max(id) from token_family)`)
  const officer = await signIn(url, 'admin', 'officer', passwords.admin)
  const member = await signIn(url, 'user', 'member', passwords.member)
  const pupil = await signIn(url, 'user', 'pupil', passwords.member, { keep: '1' })
  return {
    alive: [
      { side: 'admin', username: 'admin', ...kept.tokens },
      { side: 'admin', username: 'admin', ...fresh },
      { side: 'admin', username: 'officer', ...officer.tokens },
      { side: 'user', username: 'member', ...member.tokens },
      { side: 'user', username: 'pupil', ...pupil.tokens },
    ],
    ended: [
      { how: 'signed out', side: 'admin', ...out.tokens },
      { how: 'ended by another sign-in', side: 'admin', ...ended.tokens },
      { how: 'expired', side: 'admin', ...expired.tokens },
    ],
  }
}
