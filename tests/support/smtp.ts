import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { MailSettings } from '#src/server/mail/smtp.server.ts'

/** An answer with which an SMTP server refuses. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/** Starts a real SMTP server until the test ends. @returns its settings, and what has arrived */
export async function smtpServer(options: SMTPServerOptions = {}) {
  const arrived: { from: string; to: string[]; source: string; user: string | undefined; secure: boolean }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      text(stream).then((source) => {
        const { mailFrom, rcptTo } = session.envelope
        const user = typeof session.user === 'string' ? session.user : undefined
        const from = mailFrom ? mailFrom.address : ''
        arrived.push({ from, to: rcptTo.map(({ address }) => address), source, user, secure: session.secure })
        done()
      }, done)
    },
    ...options,
  })
  // A client that gives up, or does not trust the certificate, is no failure of the test.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  // Seam: the server listens on a port.
  const { port } = server.server.address() as AddressInfo
  const settings: MailSettings = {
    smtpHost: 'localhost',
    smtpPort: port,
    smtpSecurity: 'none',
    smtpUser: '',
    smtpPassword: '',
    mailSender: 'yardstick@school.test',
    mailSenderName: '量尺测评',
  }
  return { settings, arrived, server }
}

/** Makes a certificate for `localhost` that nobody trusts yet. */
export function certificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'yardstick-cert-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', '-x509', ...made, '-days', '2', ...subject], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
