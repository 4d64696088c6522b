import { m } from '#src/i18n/paraglide/messages.js'
import { readConfig, readSecret } from '../config.server.ts'
import { MailError } from '../mail/mail-error.server.ts'
import { type Mail, mailFile, smtpTransport } from '../mail/smtp.server.ts'
import type { Delivery, Letter, Sender } from './channel.server.ts'
import { writeLetter } from './letter-file.server.ts'

/** Sends an e-mail as the settings of this moment say. */
export async function sendMail({ db, secret, folder }: Sender, letter: Letter): Promise<Delivery> {
  const settings = await readConfig(db, [
    'mailMode',
    'smtpHost',
    'smtpPort',
    'smtpSecurity',
    'smtpUser',
    'mailSender',
    'mailSenderName',
  ])
  if (settings.mailMode === 'off') return { result: 'again', answer: '', sentence: m.outbox_mailOff }
  const { recipient, subject, text, html, messageId, time } = letter
  const domain = settings.mailSender.split('@')[1] || 'yardstick'
  const mail: Mail = {
    to: recipient,
    subject,
    text,
    html,
    messageId: `<${messageId}@${domain}>`,
    date: time,
    // No holiday reply, and no loop of two programs.
    headers: { 'auto-submitted': 'auto-generated' },
  }
  if (settings.mailMode === 'file') {
    const file = await writeLetter(folder, letter, 'eml', await mailFile(settings, mail))
    return { result: 'sent', answer: file, sentence: m.outbox_toFile }
  }
  try {
    const smtpPassword = await readSecret(db, secret, 'smtpPassword')
    const answer = await smtpTransport({ ...settings, smtpPassword }).send(mail)
    return { result: 'sent', answer, sentence: m.outbox_accepted }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return { result: error.isFinal ? 'final' : 'again', answer: error.answer, sentence: () => error.sentence() }
  }
}
