import type { Db } from '#src/db/client.server.ts'
import type { Side } from '#src/lib/side.ts'
import { addressOf, networkOf } from '#src/server/address.server.ts'
import { lookAt, type Throttled, throttleKey } from '#src/server/throttle/throttle.server.ts'
import type { SignInPolicy } from './sign-in-policy.server.ts'

// Two counters make a client wait: one per account and network, one per address. A third counts the failures of an
// account from all networks. It only requires the captcha; otherwise a stranger could lock any user out.

/** Seconds after which one failure of an account is forgotten. */
const FORGET = 600
/** An account may fail so many more times from all networks together, before the captcha is required. */
const ELSEWHERE = 2
/** A whole school may share an address, so the limit must be higher than one morning's mistakes. */
const oneAddress = { captchaAfter: 20, blockAfter: 60, firstWait: 10, maxWait: 900, forget: 30 }
/** Invalid refresh tokens. Users do not type tokens, so the limit needs no room for typing errors. */
const badRefresh = { captchaAfter: Infinity, blockAfter: 20, firstWait: 10, maxWait: 900, forget: 30 }

/**
 * The counters of one sign-in attempt. Known and unknown names are counted in the same way.
 * @param policy what the configuration says for this side
 */
export function signInCounters(
  policy: SignInPolicy,
  side: Side,
  username: string,
  address: string,
): { own: Throttled[]; others: Throttled[] } {
  const name = username.normalize('NFKC').trim().toLowerCase()
  return {
    own: [
      { key: throttleKey('sign-in', side, name, networkOf(address)), policy: accountHere(policy) },
      { key: throttleKey('sign-in', side, name), policy: accountAnywhere(policy) },
    ],
    others: [atAddress(address, policy.captcha === 'off')],
  }
}

/** The number of failed sign-ins at an address that still count. */
export async function signInFailuresAt(db: Db, address: string): Promise<number> {
  const { failures } = await lookAt(db, [atAddress(address)])
  return failures[0] ?? 0
}

/** The counter of wrong passwords that signed-in users of an account give, from all networks. */
export function passwordCounter(accountId: number, policy: SignInPolicy): Throttled {
  return { key: throttleKey('password', String(accountId)), policy: accountHere(policy) }
}

/** The counter of wrong second factors of an account, from all networks. */
export function factorCounter(accountId: number, policy: SignInPolicy): Throttled {
  return { key: throttleKey('factor', String(accountId)), policy: { ...accountHere(policy), captchaAfter: Infinity } }
}

/** The counter of wrong codes from paper that signed-in users of an account give, from all networks. */
export function paperCodeCounter(accountId: number, policy: SignInPolicy): Throttled {
  return {
    key: throttleKey('paper-code', String(accountId)),
    policy: { ...accountHere(policy), captchaAfter: Infinity },
  }
}

/** The counter of an address, for attempts that never ask for a captcha. */
export function addressCounter(address: string): Throttled {
  return atAddress(address, true)
}

/** The counter of invalid refresh tokens at an address. */
export function refreshCounter(address: string): Throttled {
  return { key: throttleKey('refresh', addressOf(address)), policy: badRefresh }
}

/** From the tries on, the client waits: at first `wait` seconds, doubling up to `maxWait`. */
function accountHere({ captcha, captchaAfter, tries, wait, maxWait }: SignInPolicy) {
  const after = captcha === 'off' ? Infinity : captchaAfter
  return { captchaAfter: after, blockAfter: tries, firstWait: wait, maxWait, forget: FORGET }
}

function accountAnywhere({ captcha, captchaAfter }: SignInPolicy) {
  const after = captcha === 'off' ? Infinity : captchaAfter + ELSEWHERE
  return { captchaAfter: after, blockAfter: Infinity, firstWait: 0, maxWait: 0, forget: FORGET }
}

function atAddress(address: string, withoutCaptcha = false): Throttled {
  const policy = withoutCaptcha ? { ...oneAddress, captchaAfter: Infinity } : oneAddress
  return { key: throttleKey('sign-in-address', addressOf(address)), policy }
}
