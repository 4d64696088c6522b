import { BackendError } from '#src/backend/backend-error.ts'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { PAGE_LANGUAGE } from '#src/i18n/page-language.ts'
import { statusMessage } from '#src/lib/status-message.ts'

/**
 * Has the browser save what is at an address of the contract, as it comes in. Asks first whether it would: a refusal is a
 * sentence then, and no broken file.
 */
export async function download(address: string): Promise<void> {
  const { ok } = await fetch(address, { method: 'HEAD' })
  if (!ok) await refused(address).catch(leaveWhenSignedOut)
  save(address, '')
}

/** Has the browser save what a call answers that needs a body: it comes in whole first. */
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
  // Not at once: the browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function save(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

/** The answer to HEAD has no body: the sentence is in the other one. */
async function refused(address: string): Promise<void> {
  const answer = await fetch(address)
  if (!answer.ok) await refusal(answer)
}

async function refusal(answer: Response): Promise<never> {
  const said: unknown = await answer.json().catch(() => undefined)
  const msg = typeof said === 'object' && said !== null ? Reflect.get(said, 'msg') : undefined
  throw new BackendError(answer.status, typeof msg === 'string' && msg ? msg : statusMessage(answer.status))
}
