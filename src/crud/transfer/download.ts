import { BackendError } from '#src/backend/backend-error.ts'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { statusMessage } from '#src/lib/status-message.ts'

/**
 * Has the browser save what is at an address of the contract, as it comes in. Asks first whether it would: a refusal is a
 * sentence then, and no broken file.
 */
export async function download(address: string): Promise<void> {
  const { ok } = await fetch(address, { method: 'HEAD' })
  if (!ok) await refused(address).catch(leaveWhenSignedOut)
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/** The answer to HEAD has no body: the sentence is in the other one. */
async function refused(address: string): Promise<void> {
  const answer = await fetch(address)
  if (answer.ok) return
  const said: unknown = await answer.json().catch(() => undefined)
  const msg = typeof said === 'object' && said !== null ? Reflect.get(said, 'msg') : undefined
  throw new BackendError(answer.status, typeof msg === 'string' && msg ? msg : statusMessage(answer.status))
}
