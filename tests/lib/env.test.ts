import { describe, expect, test } from 'vitest'
import { EnvError, readEnv } from '#src/lib/env.ts'

const secret = 'x'.repeat(32)

describe('readEnv', () => {
  test('works without any variable', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 3000,
      HOST: 'localhost',
      DATA_DIR: '.data',
      OAUTH_ADMIN_CLIENT: 'admin:admin',
      OAUTH_USER_CLIENT: 'user:user',
      LOG_LEVEL: 'info',
      TRUST_PROXY: false,
      ACCESS_TOKEN_SECONDS: 900,
      REFRESH_TOKEN_SECONDS: 86_400,
      REFRESH_TOKEN_KEEP_SECONDS: 2_592_000,
    })
  })

  test('takes an empty variable as one that is not set', () => {
    expect(readEnv({ PORT: '', ADMIN_PASSWORD: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 })
    expect(readEnv({ ADMIN_PASSWORD: '' }).ADMIN_PASSWORD).toBeUndefined()
  })

  test('leaves alone what is not ours', () => {
    expect(readEnv({ PATH: '/bin' })).not.toHaveProperty('PATH')
  })

  test.each([
    ['PORT', '70000', 'PORT must be a whole number from 0 to 65535.'],
    ['PORT', '1e3', 'PORT must be a whole number from 0 to 65535.'],
    ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be true or false.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
    ['ADMIN_PASSWORD', 'short', 'ADMIN_PASSWORD must have 6 to 32 characters, none of & < > " \'.'],
    ['ADMIN_PASSWORD', 'six<six', 'ADMIN_PASSWORD must have 6 to 32 characters, none of & < > " \'.'],
    ['MEMBER_PASSWORD', 'x'.repeat(33), 'MEMBER_PASSWORD must have 6 to 32 characters, none of & < > " \'.'],
    ['SESSION_SECRET', 'short', 'SESSION_SECRET must have at least 32 characters.'],
    ['OAUTH_USER_CLIENT', 'user', 'OAUTH_USER_CLIENT must have the form name:secret.'],
    ['SITE_URL', 'example.org', 'SITE_URL must be an address like https://example.org.'],
    ['BACKEND_URL', 'ftp://example.org', 'BACKEND_URL must be an address like https://example.org.'],
    [
      'OUTGOING_ALLOW',
      'http://gateway.internal',
      'OUTGOING_ALLOW must list host names, addresses or ranges, such as gateway.internal:8443, 10.1.0.0/16.',
    ],
    [
      'DATABASE_URL',
      'mysql://localhost/x',
      'DATABASE_URL must be an address like postgresql://user:password@host:5432/name.',
    ],
  ])('says in a sentence what is wrong with %s=%s', (name, value, sentence) => {
    expect(() => readEnv({ [name]: value })).toThrow(new EnvError(sentence))
  })

  test('has a sentence for each variable that is wrong', () => {
    expect(() => readEnv({ PORT: 'x', TRUST_PROXY: 'x' })).toThrow(/^PORT must .*\.\nTRUST_PROXY must .*\.$/)
  })

  test('reads the machines that the server may reach', () => {
    expect(readEnv({}).OUTGOING_ALLOW).toEqual([])
    expect(readEnv({ OUTGOING_ALLOW: 'gateway.internal:8443 10.1.0.0/16' }).OUTGOING_ALLOW).toHaveLength(2)
  })

  test('takes the address of a socket', () => {
    const url = 'postgresql://postgres@/yardstick?host=%2Ftmp%2Fx&port=5432'
    expect(readEnv({ DATABASE_URL: url }).DATABASE_URL).toBe(url)
  })

  test('wants a session key where several processes may share a server', () => {
    const shared = { NODE_ENV: 'production', DATABASE_URL: 'postgresql://db/yardstick' }
    expect(() => readEnv(shared)).toThrow(/SESSION_SECRET must be set/)
    expect(readEnv({ ...shared, SESSION_SECRET: secret }).SESSION_SECRET).toBe(secret)
    expect(readEnv({ NODE_ENV: 'production' }).SESSION_SECRET).toBeUndefined()
  })
})
