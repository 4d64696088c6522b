import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { fieldSchema } from '#src/resource/field-schema.ts'
import { readConfig, readSecret } from '#src/server/config.server.ts'
import { invalid } from '#src/server/errors.server.ts'
import { sendTestMail, type TestResult } from '#src/server/mail/test-mail.server.ts'
import { loadRows } from '#src/server/settings/own-items.server.ts'
import { itemsOf } from './config-items.server.ts'

const names = ['smtpHost', 'smtpPort', 'smtpSecurity', 'smtpUser', 'mailSender', 'mailSenderName'] as const

/**
 * Sends a test mail with what is in the form. The stored password is used only with the stored server and account: else
 * somebody could have it sent to a server of theirs.
 * @throws AppError 422 with messages by field
 */
export async function testMail(
  db: Db,
  secret: string,
  to: string,
  values: Readonly<Record<string, unknown>>,
): Promise<TestResult> {
  const stored = await readConfig(db, names)
  const items = itemsOf(await loadRows(db))
  const errors: Record<string, string[]> = {}
  const given: Record<string, unknown> = { ...stored }
  for (const name of [...names, 'smtpPassword']) {
    const field = items.find((item) => item.name === name)?.fields[0]
    if (!field || !Object.hasOwn(values, name)) continue
    const parsed = v.safeParse(fieldSchema(field), values[name])
    if (parsed.success) given[name] = parsed.output
    else errors[name] = [parsed.issues[0].message]
  }
  if (given.smtpHost === '') errors.smtpHost = [m.rule_required()]
  if (given.mailSender === '') errors.mailSender = [m.rule_required()]
  const typed = typeof given.smtpPassword === 'string' ? given.smtpPassword : ''
  const kept = typed === '' && given.smtpUser !== '' ? await readSecret(db, secret, 'smtpPassword') : ''
  const same = given.smtpHost === stored.smtpHost && given.smtpPort === stored.smtpPort
  if (kept !== '' && !same) errors.smtpPassword = [m.config_secretMoves()]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { smtpHost, smtpPort, smtpSecurity, smtpUser, mailSender, mailSenderName } = { ...stored, ...given }
  return sendTestMail(
    { smtpHost, smtpPort, smtpSecurity, smtpUser, mailSender, mailSenderName, smtpPassword: typed || kept },
    to,
  )
}
