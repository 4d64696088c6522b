import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { demandCaptcha } from '#src/features/auth/captcha.server.ts'
import { clicksInfo, puzzleInfo } from '#src/features/auth/captcha-answer.ts'
import { guardSignIn } from '#src/features/auth/sign-in-guard.server.ts'
import { solve, solves } from '#src/lib/proof-of-work.ts'
import { type Language, right, startGuarded } from '../support/guard.ts'

type Guarded = Awaited<ReturnType<typeof startGuarded>>
type Click = { x: number; y: number }
const none: Click = { x: 0, y: 0 }
const SIZE = [350, 200] as const

async function always() {
  const api = await startGuarded()
  await api.setCaptcha('always')
  return api
}

/** Forgets every failure, so that the next case begins anew. */
const forget = ({ db }: Guarded) => db.execute(sql`delete from throttle`)

/** Makes a challenge with its right clicks and a function that sends an answer with the right password. */
async function challenged(api: Guarded, purpose = 'login') {
  const { id, puzzle } = await api.challenge(purpose)
  const clicks = await api.middles()
  const send = (info: string, language?: Language) => api.signInTry({ ...right, language, proof: { id, info } })
  return { id, puzzle, clicks, send }
}

test('a challenge says nothing of its answer, is for a purpose, gets harder and fewer with failures, and is removed', async () => {
  const api = await startGuarded()
  // A challenge: an id, a picture of 350 by 200, two characters, and nothing of the answer.
  {
    const answer = await api.call('GET', '/api/captcha?purpose=login')
    expect(answer).toMatchObject({ status: 200, code: 200, data: { width: 350, height: 200 } })
    expect(Object.keys(answer.data).sort()).toEqual(['height', 'id', 'image', 'puzzle', 'text', 'width'])
    expect(answer.data.text).toHaveLength(2)
    expect(answer.data.text.every((one: string) => /^\p{Script=Han}$/u.test(one))).toBe(true)
    expect(answer.data.puzzle).toEqual({ id: answer.data.id, bits: 17 })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const png = Buffer.from(answer.data.image.replace('data:image/png;base64,', ''), 'base64')
    const { info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([...SIZE])
    const other = await api.call('GET', '/api/captcha?purpose=login')
    expect(other.data.id).not.toBe(answer.data.id)
    expect(other.data.image).not.toBe(answer.data.image)
  }
  await forget(api)
  for (const [query, sentence] of purposeless) {
    expect(await api.call('GET', `/api/captcha${query}`)).toMatchObject({
      code: 400,
      data: { errors: { purpose: [sentence] } },
    })
  }
  // The guard of each purpose: nothing, wrong, right, used up.
  {
    await forget(api)
    const { db, solved, challenge } = api
    for (const purpose of purposes) {
      await expect(demandCaptcha(db, purpose, undefined, '')).rejects.toMatchObject({
        code: 400,
        data: { reason: 'required' },
      })
      const { id } = await challenge(purpose)
      await expect(demandCaptcha(db, purpose, { id, info: '1,1-2,2;350;200' }, '')).rejects.toMatchObject({
        data: { reason: 'wrong' },
      })
      const proof = await solved(purpose)
      await demandCaptcha(db, purpose, proof, '')
      await expect(demandCaptcha(db, purpose, proof, '')).rejects.toMatchObject({ data: { reason: 'gone' } })
    }
  }
  await forget(api)
  for (let i = 0; i < 10; i++) await api.signInTry({ username: `name${i}` })
  expect((await api.challenge('login', '192.0.2.1')).puzzle.bits).toBe(19)
  expect((await api.challenge('login', '192.0.2.2')).puzzle.bits).toBe(17)
  await api.db.execute(sql`update throttle set failures = 50 where failures = 10`)
  expect((await api.challenge('login', '192.0.2.1')).puzzle.bits).toBe(22)
  // Whoever has to wait keeps the captcha that was solved.
  {
    await forget(api)
    await api.signInTry()
    const proof = await api.solved()
    await api.db.execute(
      sql`update throttle set blocked_until = now() + interval '50 seconds' where failures = 1 and pending = 0 and blocked_until = 'epoch'`,
    )
    expect((await api.signInTry({ ...right, proof })).status).toBe(429)
    await api.wait(50)
    expect((await api.signInTry({ ...right, proof })).status).toBe(200)
  }
  // Challenges that nobody answered are removed.
  {
    await forget(api)
    await api.challenge()
    const { purge } = await import('#src/server/purge.server.ts')
    await api.db.execute(sql`update captcha set expire_time = now() - interval '1 second'`)
    await purge(api.db, { files: api.files })
    expect((await api.db.execute(sql`select * from captcha`)).rows).toEqual([])
  }
  // Pictures are limited by address, and so are wrong answers.
  {
    await forget(api)
    await api.challenge()
    await api.db.execute(sql`update throttle set failures = 200, count_time = now()`)
    await api.call('GET', '/api/captcha?purpose=login')
    const limited = await api.call('GET', '/api/captcha?purpose=login', undefined, { language: 'zh-CN' })
    expect(limited).toMatchObject({
      status: 429,
      code: 429,
      msg: expect.stringMatching(/^尝试次数过多，请在 \d+ 秒后再试$/),
    })
    expect(limited.headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await api.call('GET', '/api/captcha?purpose=login', undefined, { address: '198.51.100.1' })).code).toBe(200)
  }
})

const purposeless = [
  ['', 'Required'],
  ['?purpose=', 'This is not in the expected format'],
  ['?purpose=admin', 'This is not in the expected format'],
] as const

test('a wrong, strange, late or foreign answer is refused and ends its challenge; the password is not looked at', async () => {
  const api = await always()
  // With "always" the first sign-in needs one; the refusal is for machines and people, in both languages.
  {
    const refused = await api.signInTry(right)
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({
      error: 'captcha_required',
      error_description: 'Please complete the verification first',
      code: 400,
      msg: 'Please complete the verification first',
      data: { captcha: true },
    })
    expect((await api.signInTry({ ...right, language: 'zh-CN' })).body.msg).toBe('请先完成安全验证')
    expect((await api.signInTry({ ...right, proof: await api.solved() })).status).toBe(200)
  }
  // The picture may be shown in any size: the clicks are scaled.
  {
    await forget(api)
    const { clicks, send } = await challenged(api)
    const shown = clicks.map(({ x, y }) => ({ x: x * 0.8, y: y * 0.8 }))
    expect((await send(clicksInfo(shown, 280, 160))).status).toBe(200)
  }
  await forget(api)
  for (const [why, change] of wrongClicks) {
    const { id, clicks, send } = await challenged(api)
    const refused = await send(clicksInfo(change(clicks), ...SIZE))
    expect(refused.status).toBe(400)
    expect(refused.body, why).toEqual({
      error: 'captcha_invalid',
      error_description: 'Wrong area clicked, try again',
      code: 400,
      msg: 'Wrong area clicked, try again',
      data: { captcha: true },
    })
    const again = await challenged(api)
    const wrongPassword = await api.signInTry({
      proof: { id: again.id, info: clicksInfo(change(again.clicks), ...SIZE) },
    })
    expect(wrongPassword.body).toEqual(refused.body)
    // The same picture allows no second try, not even with the right answer.
    const late = await api.signInTry({ ...right, proof: { id, info: clicksInfo(clicks, ...SIZE) } })
    expect(late.body).toMatchObject({
      error: 'captcha_invalid',
      msg: 'The verification is no longer valid. Please verify again.',
    })
  }
  await forget(api)
  for (const info of noAnswers) {
    await forget(api)
    const { send } = await challenged(api)
    expect((await send(info.slice(0, 5000), 'zh-CN')).body, info).toMatchObject({
      error: 'captcha_invalid',
      msg: '未点击正确区域，请重试',
    })
  }
  // A solved captcha works once, however many send it at once, in however many processes.
  {
    await forget(api)
    const other = api.second()
    const proof = await api.solved()
    const tries = Array.from({ length: 8 }, (_, i) => (i % 2 ? api : other).signInTry({ ...right, proof }))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(7)
  }
  // After ten minutes a challenge is over.
  {
    await forget(api)
    const { clicks, send } = await challenged(api)
    await api.db.execute(sql`update captcha set expire_time = expire_time - interval '600 seconds'`)
    expect((await send(clicksInfo(clicks, ...SIZE), 'zh-CN')).body).toMatchObject({
      error: 'captcha_invalid',
      msg: '验证已失效，请重新验证',
    })
  }
  await forget(api)
  for (const purpose of purposes) {
    const { clicks, send } = await challenged(api, purpose)
    expect((await send(clicksInfo(clicks, ...SIZE))).body.error).toBe('captcha_invalid')
    const { db } = api
    const proof = await api.solved(purpose)
    await expect(demandCaptcha(db, 'login', proof, '')).rejects.toMatchObject({
      code: 400,
      data: { captcha: true, reason: 'gone' },
    })
  }
})

const wrongClicks: [why: string, change: (clicks: Click[]) => Click[]][] = [
  ['a point is missing', (clicks: Click[]) => clicks.slice(0, 1)],
  ['a point is too many', (clicks: Click[]) => [...clicks, { x: 1, y: 1 }]],
  ['a point comes twice', (clicks: Click[]) => [clicks[0] ?? none, clicks[0] ?? none]],
  ['the order is another', (clicks: Click[]) => [...clicks].reverse()],
  [
    'a point is beside its box',
    (clicks: Click[]) => [clicks[0] ?? none, { x: (clicks[1] ?? none).x + 40, y: (clicks[1] ?? none).y }],
  ],
]

const listed = '; 1,1-2,2 1,1-2,2;0;0 a,b-c,d;350;200 1,1-2,2;350;200;9 -1,5;350;200 pass work:'
const noAnswers = ['', 'x'.repeat(5000)].concat(listed.split(' '))

const purposes = ['sms', 'ems', 'register'] as const

test('a puzzle in place of the picture, the check and its pass each work once and are no oracle', async () => {
  const api = await always()
  // Without the picture: the puzzle solved signs in; another nonce or another challenge does not.
  {
    expect((await api.signInTry({ ...right, proof: await api.worked() })).status).toBe(200)
    const { id, puzzle, send } = await challenged(api)
    let wrong = 0
    while (solves(puzzle, wrong.toString(36))) wrong++
    expect((await send(puzzleInfo(wrong.toString(36)))).body.error).toBe('captcha_invalid')
    const nonce = puzzleInfo(await solve(puzzle, () => {}, new AbortController().signal))
    // The failed answer ended the challenge. Its solution does not fit another challenge.
    expect((await api.signInTry({ ...right, proof: { id, info: nonce } })).body.error).toBe('captcha_invalid')
    const next = await challenged(api)
    expect((await next.send(nonce)).body.error).toBe('captcha_invalid')
  }
  // A puzzle solution works once.
  {
    await forget(api)
    const proof = await api.worked()
    expect((await api.signInTry({ ...right, proof })).status).toBe(200)
    expect((await api.signInTry({ ...right, proof })).body.error).toBe('captcha_invalid')
  }
  // The check exchanges a right answer for a pass that works once, for its purpose.
  {
    await forget(api)
    const check = (proof: { id: string; info: string }, purpose = 'login', language: Language = 'en') =>
      api.call('POST', '/api/captcha/check', { purpose, captcha_id: proof.id, captcha_info: proof.info }, { language })
    const proof = await api.solved()
    const passed = await check(proof)
    expect(passed).toMatchObject({ code: 200, msg: 'Verification successful', data: { captcha_info: 'pass' } })
    expect(passed.data.captcha_id).not.toBe(proof.id)
    // The challenge no longer exists.
    expect(await check(proof)).toMatchObject({ code: 400, data: { captcha: true, reason: 'gone' } })
    const pass = { id: passed.data.captcha_id, info: 'pass' }
    expect((await api.signInTry({ ...right, proof: pass })).status).toBe(200)
    expect((await api.signInTry({ ...right, proof: pass })).body.error).toBe('captcha_invalid')
    expect(await check(await api.solved(), 'login', 'zh-CN')).toMatchObject({ msg: '验证成功' })
    expect(await check(await api.solved('sms'), 'login')).toMatchObject({ code: 400, data: { reason: 'gone' } })
  }
  // The check is no oracle: a wrong answer ends the challenge.
  {
    await forget(api)
    const { id, clicks } = await challenged(api)
    const check = (info: string) =>
      api.call('POST', '/api/captcha/check', { purpose: 'login', captcha_id: id, captcha_info: info })
    expect(await check('1,1-2,2;350;200')).toMatchObject({
      status: 400,
      msg: 'Wrong area clicked, try again',
      data: { reason: 'wrong' },
    })
    expect(await check(clicksInfo(clicks, ...SIZE))).toMatchObject({ status: 400, data: { reason: 'gone' } })
    expect(await api.call('POST', '/api/captcha/check', { purpose: 'login' })).toMatchObject({
      code: 422,
      data: {
        errors: {
          captcha_id: ['Required'],
          captcha_info: ['Required'],
        },
      },
    })
  }
  await forget(api)
  for (let i = 0; i < 10; i++) {
    const { send } = await challenged(api)
    await send('1,1-2,2;350;200')
  }
  expect((await api.signInTry({ ...right, proof: await api.solved() })).status).toBe(200)
  // What is refused for its captcha has not looked at the password.
  {
    await forget(api)
    const { db, challenge } = api
    let looked = 0
    const attempt = async (proof: { id: string; info: string } | undefined) =>
      guardSignIn(db, { side: 'admin', username: 'admin', address: '192.0.2.1', proof }, async () => ++looked)
    await expect(attempt(undefined)).rejects.toMatchObject({ code: 400, data: { reason: 'required' } })
    await expect(attempt({ id: 'unknown', info: 'pass' })).rejects.toMatchObject({ data: { reason: 'gone' } })
    const { id } = await challenge()
    await expect(attempt({ id, info: '1,1-2,2;350;200' })).rejects.toMatchObject({ data: { reason: 'wrong' } })
    expect(looked).toBe(0)
  }
})
