import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { picture, read, send } from '../support/uploads.ts'

test.each([
  ['admin', '/adminApi'],
  ['user', '/api'],
] as const)('%s: an uploaded picture becomes the own one, and goes again', async (side, base) => {
  const api = await startApi()
  const call = await api.signIn(side)
  const { data } = await send(api, call, 'me.png', await picture('png'), { side })
  expect(await call('POST', `${base}/user/avatar`, { avatar: data.url })).toMatchObject({
    code: 200,
    data: { avatar: data.url },
  })
  expect((await call('GET', `${base}/user/info`)).data).toMatchObject({ avatar: data.url })
  expect((await read(api, call, `${data.url}?size=160`)).status).toBe(200)
  expect((await read(api, undefined, data.url)).status).toBe(404)
  expect(await call('POST', `${base}/user/avatar`, { avatar: '' })).toMatchObject({ data: { avatar: '' } })
})

test('nothing else can be the picture: no foreign file, no other address, no file of another kind', async () => {
  const api = await startApi()
  const call = await api.signIn()
  const member = await api.signIn('user')
  const theirs = await send(api, member, 'theirs.png', await picture('png'), { side: 'user' })
  const letter = await send(api, call, 'letter.txt', Buffer.from('Dear all'), { side: 'admin' })
  const refusal = (text: string) => ({ status: 422, data: { errors: { avatar: [text] } } })
  const missing = refusal('This file does not exist, or you are not allowed to use it. Please upload it.')
  for (const avatar of ['/storage/none.png', 'https://example.org/me.png', 'javascript:alert(1)'])
    expect(await call('POST', '/adminApi/user/avatar', { avatar })).toMatchObject(missing)
  expect(await member('POST', '/api/user/avatar', { avatar: letter.data.url })).toMatchObject({ status: 422 })
  expect(await call('POST', '/adminApi/user/avatar', { avatar: letter.data.url })).toMatchObject(
    refusal('The type of uploaded file is not allowed!'),
  )
  expect(theirs.status).toBe(200)
})
