import { expect, test } from 'vitest'
import { seal, unseal } from '#src/server/seal.server.ts'

const secret = 'a secret of at least thirty-two characters'

test('what is sealed is read with the same secret and purpose only', () => {
  const sealed = seal(secret, 'tokens', 'content')
  expect(unseal(secret, 'tokens', sealed)).toBe('content')
  expect(unseal(`${secret}!`, 'tokens', sealed)).toBeUndefined()
  expect(unseal(secret, 'other', sealed)).toBeUndefined()
})

test('a changed or cut seal is not read, and equal texts look different', () => {
  const sealed = seal(secret, 'tokens', 'content')
  expect(unseal(secret, 'tokens', `${sealed.slice(0, -2)}AA`)).toBeUndefined()
  expect(unseal(secret, 'tokens', sealed.slice(0, 10))).toBeUndefined()
  expect(unseal(secret, 'tokens', '')).toBeUndefined()
  expect(seal(secret, 'tokens', 'content')).not.toBe(sealed)
})
