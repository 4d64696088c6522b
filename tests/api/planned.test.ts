import { expect, test } from 'vitest'
import { plannedEndpoints } from '#src/features/planned/planned.api.server.ts'
import { startApi } from '../support/api.ts'

test("planned calls answer 501 in the envelope with the catalogue's sentence, in both languages", async () => {
  const { api, signIn } = await startApi()
  const tokens = { admin: (await signIn()).tokens.access_token, user: (await signIn('user')).tokens.access_token }
  for (const { method, path, security } of plannedEndpoints.map(({ operation }) => operation)) {
    for (const [language, msg] of [
      ['en', 'Service not implemented!'],
      ['zh-cn', '服务未实现！'],
    ] as const) {
      const headers = {
        'accept-language': language,
        ...(security === 'admin' || security === 'user' ? { authorization: `Bearer ${tokens[security]}` } : {}),
      }
      const response = await api.request(path, { method: method.toUpperCase(), headers })
      expect(response.status, path).toBe(501)
      expect(await response.json()).toEqual({ code: 501, msg, data: null, time: expect.any(Number) })
    }
  }
})
