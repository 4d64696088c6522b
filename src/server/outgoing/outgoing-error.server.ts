import { m } from '#src/i18n/paraglide/messages.js'

/**
 * Why a fetch failed. `address`: not an http address, or one with a password. `private`: not public and not listed.
 * `redirects`, `size`, `time`: beyond a limit. `packed`: the body cannot be unpacked. `unreachable`: no connection, or
 * it broke.
 */
export type OutgoingReason = 'address' | 'private' | 'redirects' | 'size' | 'time' | 'packed' | 'unreachable'

/** A fetch of the server failed. The message is for the log. */
export class OutgoingError extends Error {
  override name = 'OutgoingError'
  readonly reason: OutgoingReason
  /** The machine that was asked, with its port when it is named. */
  readonly host: string

  constructor(reason: OutgoingReason, host: string, detail: string, options?: ErrorOptions) {
    super(`${host || 'the address'}: ${detail}`, options)
    this.reason = reason
    this.host = host
  }

  /** A sentence for a person, in the caller's language. */
  sentence(): string {
    const { host } = this
    switch (this.reason) {
      case 'address':
        return m.outgoing_address()
      case 'private':
        return m.outgoing_private({ host })
      case 'redirects':
        return m.outgoing_redirects({ host })
      case 'size':
        return m.outgoing_size({ host })
      case 'time':
        return m.outgoing_time({ host })
      case 'packed':
        return m.outgoing_packed({ host })
      case 'unreachable':
        return m.outgoing_unreachable({ host })
    }
  }
}
