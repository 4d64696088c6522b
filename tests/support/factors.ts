import { Secret, TOTP } from 'otpauth'
import { expect, vi } from 'vitest'
import { type Caller, callerOf, type TestApi } from './api.ts'
import { proofFor } from './proofs.ts'

export const FACTOR_GRANT = 'urn:yardstick:oauth:grant-type:factor'

/** The code that an authenticator app shows, some half minutes from now. */
export function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })
  return totp.generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Sets up an authenticator app. @returns its secret, the recovery codes, and a caller with a proof of the new state */
export async function setUpApp(api: TestApi, call: Caller, base = '/adminApi') {
  const begun = await call('POST', `${base}/factor/totpBegin`, {})
  expect(begun.code, begun.msg).toBe(200)
  const { secret } = begun.data as { secret: string }
  const done = await call('POST', `${base}/factor/totpConfirm`, { code: codeOf(secret, -1) })
  expect(done.code, done.msg).toBe(200)
  const { codes } = done.data as { codes: string[] }
  // Setting it up has ended the proof.
  const proven = callerOf(api.api, call.tokens, (await proofFor(api.db, call.tokens.access_token))?.proof)
  return { secret, codes, call: proven }
}

/** Sets the clock of this process forward. Codes depend on it alone. */
export function later(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}
