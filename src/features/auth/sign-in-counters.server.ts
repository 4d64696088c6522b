import type { Db } from '#src/db/client.server.ts'
import type { Side } from '#src/lib/side.ts'
import { addressOf, networkOf } from '#src/server/address.server.ts'
import { lookAt, type Throttled, throttleKey } from '#src/server/throttle/throttle.server.ts'

// Two counters make a client wait: one per account and network, one per address. A third counts the failures of an
// account from all networks. It only requires the captcha; otherwise a stranger could lock any user out.

/**
 * Users may mistype three times; then the captcha is required. From the sixth failure the client waits 30 s, doubling
 * up to 15 minutes.
 */
const accountHere = { captchaAfter: 3, blockAfter: 6, firstWait: 30, maxWait: 900, forget: 600 }
const accountAnywhere = { captchaAfter: 5, blockAfter: Infinity, firstWait: 0, maxWait: 0, forget: 600 }
/** A whole school may share an address, so the limit must be higher than one morning's mistakes. */
const oneAddress = { captchaAfter: 20, blockAfter: 60, firstWait: 10, maxWait: 900, forget: 30 }
/** Invalid refresh tokens. Users do not type tokens, so the limit needs no room for typing errors. */
const badRefresh = { captchaAfter: Infinity, blockAfter: 20, firstWait: 10, maxWait: 900, forget: 30 }

/** The counters of one sign-in attempt. Known and unknown names are counted in the same way. */
export function signInCounters(
  side: Side,
  username: string,
  address: string,
): { own: Throttled[]; others: Throttled[] } {
  const name = username.normalize('NFKC').trim().toLowerCase()
  return {
    own: [
      { key: throttleKey('sign-in', side, name, networkOf(address)), policy: accountHere },
      { key: throttleKey('sign-in', side, name), policy: accountAnywhere },
    ],
    others: [atAddress(address)],
  }
}

/** The number of failed sign-ins at an address that still count. */
export async function signInFailuresAt(db: Db, address: string): Promise<number> {
  const { failures } = await lookAt(db, [atAddress(address)])
  return failures[0] ?? 0
}

/** The counter of wrong passwords that signed-in users of an account give, from all networks. */
export function passwordCounter(accountId: number): Throttled {
  return { key: throttleKey('password', String(accountId)), policy: accountHere }
}

/** The counter of invalid refresh tokens at an address. */
export function refreshCounter(address: string): Throttled {
  return { key: throttleKey('refresh', addressOf(address)), policy: badRefresh }
}

function atAddress(address: string): Throttled {
  return { key: throttleKey('sign-in-address', addressOf(address)), policy: oneAddress }
}
