import { m } from '#src/i18n/paraglide/messages.js'

/**
 * Why an e-mail did not leave. `host`: the server cannot be found, or must not be asked. `unreachable`, `time`, `secure`:
 * no connection, none in time, none that is safe. `login`: the server refuses the account. `later`: it refuses the
 * message for now. `refused`: it refuses the message for good.
 */
export type MailReason = 'host' | 'unreachable' | 'time' | 'secure' | 'login' | 'later' | 'refused'

/** An e-mail was not accepted. */
export class MailError extends Error {
  override name = 'MailError'
  readonly reason: MailReason
  /** The mail server, with its port. */
  readonly host: string
  /** What the server answered, in its own words; an empty text when it did not. */
  readonly answer: string

  constructor(reason: MailReason, host: string, answer: string, options?: ErrorOptions) {
    super(`${host}: ${answer || reason}`, options)
    this.reason = reason
    this.host = host
    this.answer = answer
  }

  /** Whether another attempt would end in the same way. */
  get isFinal(): boolean {
    return this.reason === 'refused'
  }

  /** A sentence for a person, in the caller's language. The answer of the server is not part of it. */
  sentence(): string {
    const { host } = this
    switch (this.reason) {
      case 'host':
        return m.mail_host({ host })
      case 'unreachable':
        return m.mail_unreachable({ host })
      case 'time':
        return m.mail_time({ host })
      case 'secure':
        return m.mail_secure({ host })
      case 'login':
        return m.mail_login({ host })
      case 'later':
        return m.mail_later({ host })
      case 'refused':
        return m.mail_refused({ host })
    }
  }
}
