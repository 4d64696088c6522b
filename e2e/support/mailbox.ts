import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { config } from '#src/db/config.table.server.ts'
import type { Ground } from './ground.ts'

/** Starts a real SMTP server, and lets the product send its e-mails there. */
export async function openMailbox({ db }: Pick<Ground, 'db'>) {
  const arrived: { to: string; source: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      text(stream).then((source) => {
        arrived.push({ to: session.envelope.rcptTo[0]?.address ?? '', source })
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Seam: the server listens on a port.
  const { port } = server.server.address() as AddressInfo
  const settings = {
    mailMode: 'smtp',
    smtpHost: 'localhost',
    smtpPort: port,
    smtpSecurity: 'none',
    mailSender: 'yardstick@school.test',
  }
  for (const [name, value] of Object.entries(settings)) {
    await db
      .insert(config)
      .values({ name, group: 'mail', value })
      .onConflictDoUpdate({ target: config.name, set: { value } })
  }
  return {
    /** The sources of the e-mails to an address. */
    to: (address: string) => arrived.filter(({ to }) => to === address).map(({ source }) => source),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
