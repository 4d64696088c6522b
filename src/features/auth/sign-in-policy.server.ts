import type { Db } from '#src/db/client.server.ts'
import type { Side } from '#src/lib/side.ts'
import { readConfig } from '#src/server/config.server.ts'

/** What the configuration says of the sign-ins of one side. */
export type SignInPolicy = {
  captcha: 'off' | 'after-failures' | 'always'
  /** Failures of an account from one network after which the captcha is required. */
  captchaAfter: number
  /** Failures after which an account has to wait, in the same network. */
  tries: number
  /** Seconds of the first wait, which doubles with each further failure, and of the longest. */
  wait: number
  maxWait: number
}

const shared = ['captchaAfter', 'signInWait', 'signInMaxWait'] as const

/** The policy of a side. It is read for every attempt, so that a change holds in every process at once. */
export async function signInPolicy(db: Db, side: Side): Promise<SignInPolicy> {
  const { captchaAfter, signInWait, signInMaxWait } = await readConfig(db, shared)
  const common = { captchaAfter, wait: signInWait, maxWait: Math.max(signInWait, signInMaxWait) }
  if (side === 'admin') {
    const { captcha, signInTries } = await readConfig(db, ['captcha', 'signInTries'])
    return { ...common, captcha, tries: signInTries }
  }
  const { memberCaptcha, memberSignInTries } = await readConfig(db, ['memberCaptcha', 'memberSignInTries'])
  return { ...common, captcha: memberCaptcha, tries: memberSignInTries }
}
