import type { Db } from '#src/db/client.server.ts'
import type { Side } from '#src/lib/side.ts'
import { addressOf, networkOf } from '#src/server/address.server.ts'
import { lookAt, type Throttled, throttleKey } from '#src/server/throttle/throttle.server.ts'

// Who is made to wait: an account, from one network; and an address, whatever the account. Failures of an account from
// everywhere together only bring the captcha: else a stranger could lock anybody out.

/** People mistype three times; from then a captcha, and from the sixth failure a wait of 30 s that doubles up to 15 minutes. */
const accountHere = { captchaAfter: 3, blockAfter: 6, firstWait: 30, maxWait: 900, forget: 600 }
const accountAnywhere = { captchaAfter: 5, blockAfter: Infinity, firstWait: 0, maxWait: 0, forget: 600 }
/** A whole school may share an address: what locks it must be more than a morning's mistakes. */
const oneAddress = { captchaAfter: 20, blockAfter: 60, firstWait: 10, maxWait: 900, forget: 30 }
/** Refresh tokens that are no good: nobody mistypes one. */
const badRefresh = { captchaAfter: Infinity, blockAfter: 20, firstWait: 10, maxWait: 900, forget: 30 }

/** What one attempt to sign in is counted for; known and unknown names alike. */
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

/** Failures to sign in at an address that are not forgotten yet. */
export async function signInFailuresAt(db: Db, address: string): Promise<number> {
  const { failures } = await lookAt(db, [atAddress(address)])
  return failures[0] ?? 0
}

/** Where refresh tokens that are no good are counted. */
export function refreshCounter(address: string): Throttled {
  return { key: throttleKey('refresh', addressOf(address)), policy: badRefresh }
}

function atAddress(address: string): Throttled {
  return { key: throttleKey('sign-in-address', addressOf(address)), policy: oneAddress }
}
