import { m } from '#src/i18n/paraglide/messages.js'
import { withoutSecret } from '#src/lib/without-secret.ts'
import { readConfig, readSecret } from '../config.server.ts'
import { OutgoingError } from '../outgoing/outgoing-error.server.ts'
import type { Delivery, Letter, Sender } from './channel.server.ts'
import { gatewayRequest, isSuccess } from './gateway.server.ts'
import { writeLetter } from './letter-file.server.ts'

const limits = { connect: 10_000, headers: 30_000, whole: 60_000, bytes: 100_000 }

/** Maximum length of a kept answer. */
const ANSWER_MAX = 500

/** Statuses after which the same request may succeed: limits, trouble of the gateway, settings to be corrected. */
const AGAIN = [401, 403, 404, 408, 425, 429]

/** Sends a text message as the settings of this moment say. */
export async function sendSms({ db, secret, folder, ask }: Sender, letter: Letter): Promise<Delivery> {
  const settings = await readConfig(db, ['smsMode', 'smsUrl', 'smsMethod', 'smsHeaders', 'smsBody', 'smsSuccess'])
  const { recipient, text } = letter
  if (settings.smsMode === 'off') return { result: 'again', answer: '', sentence: m.outbox_smsOff }
  if (settings.smsMode === 'file') {
    const file = await writeLetter(folder, letter, 'txt', `${recipient}\n\n${text}\n`)
    return { result: 'sent', answer: file, sentence: m.outbox_toFile }
  }
  const { code, template } = letter
  const key = await readSecret(db, secret, 'smsSecret')
  const request = gatewayRequest(settings, { mobile: recipient, text, code, template, secret: key })
  if (!URL.canParse(request.url)) return { result: 'again', answer: '', sentence: m.outbox_gatewayNone }
  try {
    const { method, headers, body } = request
    const answer = await ask(request.url, { method, headers, body, limits })
    const said = await answer.text()
    const shown = withoutSecret(said, key).slice(0, ANSWER_MAX)
    if (!answer.ok) {
      const { status } = answer
      const again = status < 400 || status >= 500 || AGAIN.includes(status)
      return { result: again ? 'again' : 'final', answer: shown, sentence: () => m.outbox_gatewayStatus({ status }) }
    }
    if (!isSuccess(said, settings.smsSuccess))
      return { result: 'again', answer: shown, sentence: m.outbox_gatewayRefused }
    return { result: 'sent', answer: shown, sentence: m.outbox_accepted }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { result: 'again', answer: '', sentence: () => error.sentence() }
  }
}
