import { m } from '#src/i18n/paraglide/messages.js'
import { MailError } from './mail-error.server.ts'
import { type MailSettings, smtpTransport } from './smtp.server.ts'

export type TestResult = { sent: boolean; sentence: string; answer: string }

/** Sends a test mail with these settings, and says in words what became of it. Nothing is stored. */
export async function sendTestMail(settings: MailSettings, to: string): Promise<TestResult> {
  try {
    const answer = await smtpTransport(settings).send({
      to,
      subject: m.config_testMailSubject(),
      text: m.config_testMailText(),
    })
    return { sent: true, sentence: m.config_testMailSent({ to }), answer }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return { sent: false, sentence: error.sentence(), answer: error.answer }
  }
}
