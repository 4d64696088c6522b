import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

/** Makes a passkey. Returns what the browser answers, as JSON; undefined when the user has stopped. */
export async function newPasskey(options: string): Promise<string | undefined> {
  return unlessStopped(async () => JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) })))
}

/** Uses a passkey. Returns what the browser answers, as JSON; undefined when the user has stopped. */
export async function answerOf(options: string): Promise<string | undefined> {
  return unlessStopped(async () => JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) })))
}

/** Browsers do not say more of a passkey that was not used, so that nobody learns who has one. */
async function unlessStopped(work: () => Promise<string>): Promise<string | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name))
      return undefined
    throw error
  }
}
