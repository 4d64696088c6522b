import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '#src/server/access/password.server.ts'

test('more checks than may run at once all get their own answer, also after one that fails', async () => {
  const stored = await hashPassword('right-1')
  const broken = Array.from({ length: 12 }, () => verifyPassword('no hash', 'right-1'))
  const checks = Array.from({ length: 12 }, (_, at) => verifyPassword(stored, at % 2 === 0 ? 'right-1' : 'wrong-1'))
  for (const one of await Promise.allSettled(broken)) expect(one.status).toBe('rejected')
  expect(await Promise.all(checks)).toEqual(Array.from({ length: 12 }, (_, at) => at % 2 === 0))
  expect(await verifyPassword(undefined, 'right-1')).toBe(false)
})
