import { randomUUID } from 'node:crypto'
import { BackendError } from '../backend-error.ts'
import { backendKind } from '../kind.server.ts'
import { statusText } from '../status-text.ts'
import { commonHeaders, send } from '../transport.server.ts'

/** A picture of a sum, and the name under which its result is sent. It is valid for one attempt and one minute. */
export type PigCaptcha = { randomStr: string; image: string }

// The image has 100 × 40 pixels; a much larger one is not a captcha.
const MAX_BYTES = 200_000

/**
 * A new captcha of the pig gateway, with its image as a data URL; null when the gateway has none. @throws BackendError
 */
export async function newPigCaptcha(): Promise<PigCaptcha | null> {
  if (backendKind() !== 'pig') throw new BackendError(404, statusText(404, '/code'))
  const randomStr = randomUUID()
  const headers = commonHeaders()
  headers.set('accept', 'image/*')
  return send(`/code?randomStr=${randomStr}`, { method: 'GET', headers }, async (answer) => {
    if (answer.status === 404) return null
    if (!answer.ok) throw new BackendError(answer.status, statusText(answer.status, '/code'))
    const type = /^image\/(jpeg|png|gif|webp)/.exec(answer.headers.get('content-type') ?? '')?.[0]
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (!type || bytes.length > MAX_BYTES) throw new BackendError(502, statusText(502, '/code'))
    return { randomStr, image: `data:${type};base64,${bytes.toString('base64')}` }
  })
}
