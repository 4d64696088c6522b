import { expect, test } from 'vitest'
import { readEnv } from '#src/lib/env.ts'

const BACKEND_URL = 'http://localhost:9999'

test('the back end is our own contract unless said otherwise', () => {
  expect(readEnv({})).toMatchObject({ BACKEND_KIND: 'yardstick', OAUTH_ADMIN_CLIENT: 'admin:admin' })
  expect(readEnv({ BACKEND_KIND: 'yardstick', BACKEND_URL }).BACKEND_URL).toBe(BACKEND_URL)
})

test('pig brings its own client, unless another is named', () => {
  const env = { BACKEND_KIND: 'pig', BACKEND_URL }
  expect(readEnv(env)).toMatchObject({ BACKEND_KIND: 'pig', OAUTH_ADMIN_CLIENT: 'pig:pig' })
  expect(readEnv({ ...env, OAUTH_ADMIN_CLIENT: 'a:b', PIG_ENCODE_KEY: 'thanks,pig4cloud' })).toMatchObject({
    OAUTH_ADMIN_CLIENT: 'a:b',
    PIG_ENCODE_KEY: 'thanks,pig4cloud',
  })
})

test.each([
  [{ BACKEND_KIND: 'pig' }, 'BACKEND_URL must be set when BACKEND_KIND is pig.'],
  [{ BACKEND_KIND: 'other' }, 'BACKEND_KIND must be yardstick or pig.'],
  [{ BACKEND_URL: 'ftp://x' }, 'BACKEND_URL must be an address like https://example.org.'],
  [{ PIG_ENCODE_KEY: 'short' }, 'PIG_ENCODE_KEY must have exactly 16 ASCII characters.'],
])('what is wrong is said in a sentence: %j', (env, sentence) => {
  expect(() => readEnv(env)).toThrow(sentence)
})
