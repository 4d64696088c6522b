import { expect, test } from 'vitest'
import { MEMBER_PASSWORD, startApi } from '../support/api.ts'

async function start() {
  const api = await startApi()
  const member = await api.signIn('user')
  const save = (body: object) => member('POST', '/api/user/profile', { nickname: 'Lee', ...body })
  const info = async () => (await member('GET', '/api/user/info')).data as { version: number }
  return { ...api, member, save, info }
}

test('a member saves gender and birthday; what is left out stays, and a birthday can be taken away', async () => {
  const { save, info } = await start()
  const said = { nickname: 'Lee', gender: 2, birthday: '2008-02-29' }
  expect(await save(said)).toMatchObject({ code: 200, data: said })
  expect(await save({ signature: 'Step by step' })).toMatchObject({ data: { ...said, signature: 'Step by step' } })
  expect(await info()).toMatchObject({ ...said, motto: 'Step by step' })
  expect(await save({ birthday: null, gender: 0 })).toMatchObject({ data: { birthday: null, gender: 0 } })
})

test.each([
  [{ birthday: '2023-02-30' }, { birthday: ['Please enter a date that exists, such as 2026-09-01'] }],
  [{ birthday: '' }, { birthday: ['Please enter a date that exists, such as 2026-09-01'] }],
  [{ birthday: '2999-01-01' }, { birthday: ['Please enter a day of birth that has been'] }],
  [{ birthday: '1899-12-31' }, { birthday: ['Please enter a day of birth that has been'] }],
  [{ gender: 3 }, { gender: expect.any(Array) }],
  [{ gender: 'f' }, { gender: expect.any(Array) }],
  [{ signature: 'a\u0007b' }, { signature: expect.any(Array) }],
  [{ signature: 'x'.repeat(121) }, { signature: ['At most 120 characters'] }],
])('%j is refused at its field, and nothing is saved', async (wrongly, errors) => {
  const { save, info } = await start()
  const before = await info()
  expect(await save(wrongly)).toMatchObject({ status: 422, data: { errors } })
  expect(await info()).toEqual(before)
})

test('a save from an earlier state gets what is stored by now', async () => {
  const { save, info } = await start()
  const { version } = await info()
  await save({ gender: 1, birthday: '2009-05-04', version })
  expect(await save({ nickname: 'Late', gender: 2, version })).toMatchObject({
    status: 409,
    data: { reason: 'stale', current: { nickname: 'Lee', gender: 1, birthday: '2009-05-04' } },
  })
})

test('a new password with `leave` ends every sign-in, this one too', async () => {
  const { member, signIn, token } = await start()
  const other = await signIn('user')
  const passwords = { oldPassword: MEMBER_PASSWORD, newPassword: 'Silver-lamp-34', leave: true }
  const changed = await member('POST', '/api/user/password', passwords)
  expect(changed).toMatchObject({
    code: 200,
    data: { left: true },
    msg: 'Password changed. All your sign-ins have ended. Sign in with the new password.',
  })
  for (const call of [member, other]) expect((await call('GET', '/api/user/info')).status).toBe(401)
  const again = await token('user', { username: 'member', password: 'Silver-lamp-34' })
  expect(again.status).toBe(200)
})
