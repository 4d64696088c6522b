import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { withoutSecret } from '#src/lib/without-secret.ts'
import type { Config } from '../config.server.ts'
import { MailError, type MailReason } from './mail-error.server.ts'

/** The settings that sending needs, with the password in plain text. */
export type MailSettings = Pick<
  Config,
  'smtpHost' | 'smtpPort' | 'smtpSecurity' | 'smtpUser' | 'smtpPassword' | 'mailSender' | 'mailSenderName'
>

/** An e-mail. */
export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  /** Stays the same for every attempt, so that a server or a mailbox may recognize a second copy. */
  messageId?: string
  date?: Date
  headers?: Record<string, string>
}

/** Milliseconds for the connection, for the greeting, and of silence afterwards. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
const WHOLE_MS = 60_000
/** Maximum length of a kept answer. A server may say anything. */
const ANSWER_MAX = 500

type Limits = Partial<typeof PATIENCE & { whole: number }>

/** Sends e-mails by SMTP, each on a connection of its own. @param limits shorter times, for tests */
export function smtpTransport(settings: MailSettings, limits: Limits = {}) {
  const { smtpHost, smtpPort, smtpSecurity, smtpUser, smtpPassword } = settings
  const host = smtpHost.trim()
  const named = `${host}:${smtpPort}`
  const { whole = WHOLE_MS, ...patience } = { ...PATIENCE, ...limits }
  return {
    /**
     * Sends an e-mail.
     * @returns the server's answer
     * @throws MailError
     */
    async send(mail: Mail): Promise<string> {
      // A list of addresses in one text would reach each of them.
      if (!/^[^\s,;:<>()"]+@[^\s,;:<>()"]+$/.test(mail.to)) throw new MailError('refused', named, '')
      const transport = createTransport({
        host: await addressOfServer(host, named),
        port: smtpPort,
        secure: smtpSecurity === 'tls',
        requireTLS: smtpSecurity === 'starttls',
        ignoreTLS: smtpSecurity === 'none',
        ...(smtpUser === '' ? {} : { auth: { user: smtpUser, pass: smtpPassword } }),
        ...patience,
        // The name is what the certificate must be made for. The connection goes to the checked address.
        tls: { servername: isIP(host) === 0 ? host : undefined, minVersion: 'TLSv1.2', rejectUnauthorized: true },
        // Nothing of a message is read from files or fetched.
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(() => late.reject(new MailError('time', named, '')), whole)
      try {
        const { response } = await Promise.race([transport.sendMail(optionsOf(settings, mail)), late.promise])
        return hidden(response, settings)
      } catch (error) {
        throw mailErrorOf(error, named, settings)
      } finally {
        clearTimeout(timer)
        transport.close()
      }
    },
  }
}

/** An e-mail as it would be sent, for a file. */
export async function mailFile(
  settings: Pick<MailSettings, 'mailSender' | 'mailSenderName'>,
  mail: Mail,
): Promise<Buffer> {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { message } = await transport.sendMail(optionsOf(settings, mail))
  if (!Buffer.isBuffer(message)) throw new Error('no message')
  return message
}

function optionsOf(
  { mailSender, mailSenderName }: Pick<MailSettings, 'mailSender' | 'mailSenderName'>,
  mail: Mail,
): SendMailOptions {
  return {
    ...mail,
    from: { name: mailSenderName, address: mailSender },
    to: { name: '', address: mail.to },
    envelope: { from: mailSender, to: [mail.to] },
  }
}

/**
 * The address of the mail server. Unlike pages and gateways, it may be in a private network without OUTGOING_ALLOW: see
 * docs/security.md, 1.3.6. Link-local addresses are refused: no mail server has one, but the clouds' metadata do.
 * @throws MailError
 */
async function addressOfServer(host: string, named: string): Promise<string> {
  if (host === '') throw new MailError('host', named, '')
  const found = await lookup(host).catch((cause: unknown) => {
    throw new MailError('host', named, codeOf(cause), { cause })
  })
  const address = ipaddr.process(found.address)
  if (['linkLocal', 'unspecified', 'broadcast', 'multicast'].includes(address.range()))
    throw new MailError('host', named, found.address)
  return found.address
}

/** What the server said, without the password: servers may repeat it, also as the protocol writes it. */
function hidden(answer: string, { smtpUser, smtpPassword }: MailSettings): string {
  const proof = smtpPassword === '' ? '' : `\0${smtpUser}\0${smtpPassword}`
  return withoutSecret(withoutSecret(answer, proof), smtpPassword).slice(0, ANSWER_MAX)
}

function mailErrorOf(error: unknown, named: string, settings: MailSettings): MailError {
  if (error instanceof MailError) return error
  // Without the error itself, whose texts have what was said.
  return new MailError(reasonOf(error), named, hidden(fieldOf(error, 'response') || codeOf(error), settings))
}

function reasonOf(error: unknown): MailReason {
  const status = Number(fieldOf(error, 'responseCode')) || 0
  const code = fieldOf(error, 'code')
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'login'
  if (code === 'ETLS' || /certificate|altname|\bssl|\btls/i.test(codeOf(error))) return 'secure'
  if (status >= 500) return 'refused'
  if (status >= 400) return 'later'
  // nodemailer's own check of the addresses, without a word of the server.
  if (code === 'EENVELOPE') return 'refused'
  if (code === 'ETIMEDOUT') return 'time'
  return code === 'EDNS' ? 'host' : 'unreachable'
}

/** What the error says of itself: the code of the system beneath when nodemailer has put its own before it. */
function codeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return fieldOf(error, 'code') === 'ESOCKET' || fieldOf(error, 'code') === ''
    ? message
    : `${fieldOf(error, 'code')} ${message}`
}

function fieldOf(error: unknown, name: string): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
