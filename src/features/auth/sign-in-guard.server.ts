import type { Database } from '#src/db/client.server.ts'
import type { Side } from '#src/lib/side.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import {
  beginAttempt,
  endAttempt,
  lookAt,
  succeedAttempt,
  tooManyAttempts,
} from '#src/server/throttle/throttle.server.ts'
import { captchaRefusal, demandCaptcha } from './captcha.server.ts'
import type { CaptchaProof } from './captcha-answer.ts'
import {
  addressCounter,
  factorCounter,
  paperCodeCounter,
  passwordCounter,
  signInCounters,
} from './sign-in-counters.server.ts'
import { signInPolicy } from './sign-in-policy.server.ts'

export type SignInAttempt = { side: Side; username: string; address: string; proof: CaptchaProof | undefined }

/**
 * Runs `verify` if the sign-in attempt is allowed, and counts its result. A refusal here happens before the password
 * check, so it reveals nothing about the password.
 * @param verify resolves to undefined when name or password are wrong
 * @throws AppError 429, or 400 with `data.captcha`
 */
export async function guardSignIn<T>(
  db: Database,
  { side, username, address, proof }: SignInAttempt,
  verify: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const policy = await signInPolicy(db, side)
  const { own, others } = signInCounters(policy, side, username, address)
  const counted = [...own, ...others]
  if (proof || policy.captcha === 'always') {
    // The wait is checked first. Otherwise an attempt that is refused anyway would use up the captcha.
    const { wait } = await lookAt(db, counted)
    if (wait > 0) throw tooManyAttempts(wait)
    await demandCaptcha(db, 'login', proof, address)
  }
  return counting(db, { own, others }, proof !== undefined, verify)
}

/**
 * Runs `verify` for a password that a signed-in user has to give again. It counts as a sign-in does, and for the
 * account itself, so that an open session cannot be used to guess. It never asks for a captcha.
 * @param verify resolves to undefined when the password is wrong
 * @throws AppError 429
 */
export async function guardPassword<T>(
  db: Database,
  { id, side, username }: Pick<Actor, 'id' | 'side' | 'username'>,
  address: string,
  verify: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const policy = await signInPolicy(db, side)
  const { own, others } = signInCounters(policy, side, username, address)
  return counting(db, { own: [...own, passwordCounter(id, policy)], others }, true, verify)
}

/**
 * Runs `verify` for the activation of a back-office account. It counts as a sign-in of this account does, and never
 * asks for a captcha.
 * @param verify resolves to undefined when the name or the code is wrong
 * @throws AppError 429
 */
export async function guardActivation<T>(
  db: Database,
  { side, username, address }: { side: Side; username: string; address: string },
  verify: () => Promise<T | undefined>,
): Promise<T | undefined> {
  return counting(db, signInCounters(await signInPolicy(db, side), side, username, address), true, verify)
}

/**
 * Runs `verify` for a second factor, at a sign-in or within one. Its failures are counted for the account from
 * everywhere: whoever gets so far knows the password or has the session.
 * @param verify resolves to undefined when the factor is wrong
 * @throws AppError 429
 */
export async function guardFactor<T>(
  db: Database,
  { accountId, side, address }: { accountId: number; side: Side; address: string },
  verify: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const policy = await signInPolicy(db, side)
  return counting(db, { own: [factorCounter(accountId, policy)], others: [addressCounter(address)] }, true, verify)
}

/**
 * Runs `verify` for a code from paper that a signed-in user gives. Its failures are counted for the account from
 * everywhere, and for the address.
 * @param final whether a right code is used up. One that is only looked at forgets no failure: whoever has a code could
 * otherwise guess others without end
 * @param verify resolves to undefined when the code is wrong
 * @throws AppError 429
 */
export async function guardPaperCode<T>(
  db: Database,
  { accountId, side, address, final }: { accountId: number; side: Side; address: string; final: boolean },
  verify: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const own = [paperCodeCounter(accountId, await signInPolicy(db, side))]
  const others = [addressCounter(address)]
  return counting(db, final ? { own, others } : { own: [], others: [...own, ...others] }, true, verify)
}

/**
 * Runs `verify` for a sign-in that names no account. Its failures are counted for the address.
 * @param verify resolves to undefined when it fails
 * @throws AppError 429
 */
export async function guardAddress<T>(
  db: Database,
  address: string,
  verify: () => Promise<T | undefined>,
): Promise<T | undefined> {
  return counting(db, { own: [], others: [addressCounter(address)] }, true, verify)
}

async function counting<T>(
  db: Database,
  { own, others }: ReturnType<typeof signInCounters>,
  proven: boolean,
  verify: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const counted = [...own, ...others]
  const admission = await beginAttempt(db, counted, proven)
  if (admission.kind === 'wait') throw tooManyAttempts(admission.seconds)
  if (admission.kind === 'captcha') throw captchaRefusal('required')
  let outcome: T | undefined
  try {
    outcome = await verify()
  } catch (error) {
    await endAttempt(db, counted, 'released')
    throw error
  }
  if (outcome === undefined) await endAttempt(db, counted, 'failed')
  else await succeedAttempt(db, own, others)
  return outcome
}
