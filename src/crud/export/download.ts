import { BackendError } from '#src/backend/backend-error.ts'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { PAGE_LANGUAGE } from '#src/i18n/page-language.ts'
import { statusMessage } from '#src/lib/status-message.ts'

/**
 * Makes the browser save the file at a URL of the API while it arrives. A HEAD request comes first, so that an error
 * shows a message and does not save a broken file.
 * @throws BackendError if the API refuses the request
 */
export async function download(address: string): Promise<void> {
  const { ok } = await fetch(address, { method: 'HEAD' })
  if (!ok) await refused(address).catch(leaveWhenSignedOut)
  save(address, '')
}

/**
 * Makes the browser save the response of a call with a body. The whole response is loaded before it is saved.
 * @throws BackendError if the API refuses the request
 */
export async function downloadFor(address: string, body: object): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [PAGE_LANGUAGE]: document.documentElement.lang },
    body: JSON.stringify(body),
  })
  if (!answer.ok) await refusal(answer).catch(leaveWhenSignedOut)
  const url = URL.createObjectURL(await answer.blob())
  const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? ''
  save(url, decodeURIComponent(name))
  // The browser may still be reading the URL, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function save(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

/** A response to HEAD has no body. So a GET request reads the error message. */
async function refused(address: string): Promise<void> {
  const answer = await fetch(address)
  if (!answer.ok) await refusal(answer)
}

async function refusal(answer: Response): Promise<never> {
  const said: unknown = await answer.json().catch(() => undefined)
  const msg = typeof said === 'object' && said !== null ? Reflect.get(said, 'msg') : undefined
  const error = new BackendError(answer.status, typeof msg === 'string' && msg ? msg : statusMessage(answer.status))
  error.requestId = answer.headers.get('x-request-id') ?? ''
  throw error
}
