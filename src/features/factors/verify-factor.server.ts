import { m } from '#src/i18n/paraglide/messages.js'
import type { ApiContext } from '#src/server/context.server.ts'
import { invalid } from '#src/server/errors.server.ts'
import { guardFactor } from '../auth/sign-in-guard.server.ts'
import { type PasskeyPurpose, verifyPasskey } from './passkey.server.ts'
import { assertPasskeyPlace } from './passkey-place.server.ts'
import type { FactorBody } from './proof.schema.ts'
import { takeRecoveryCode } from './recovery.server.ts'
import { verifyTotp } from './totp.server.ts'

type Person = { accountId: number; side: 'admin' | 'user' }

/**
 * Checks a second factor. Each code, each recovery code and each answer of an authenticator works once. Failures are
 * counted for the account, wherever they come from.
 * @param purpose what a passkey's challenge must have been given for
 * @throws AppError 422 at the field, 429 after too many failures
 */
export async function verifyFactor(
  c: ApiContext,
  { accountId, side }: Person,
  given: FactorBody,
  purpose: PasskeyPurpose,
): Promise<void> {
  const { db, secret } = c.get('deps')
  const fits = await guardFactor(db, { accountId, side, address: c.get('address') }, async () => {
    switch (given.way) {
      case 'totp':
        return (await verifyTotp(db, secret, accountId, given.code)) || undefined
      case 'recovery':
        return (await takeRecoveryCode(db, accountId, given.code)) || undefined
      case 'passkey': {
        const place = assertPasskeyPlace(given.origin)
        return (await verifyPasskey(db, place, purpose, given.response)) === accountId || undefined
      }
    }
  })
  if (fits) return
  if (given.way === 'passkey') throw invalid({ response: [m.passkey_refused()] })
  throw invalid({ code: [given.way === 'totp' ? m.factor_codeWrong() : m.factor_recoveryWrong()] })
}
