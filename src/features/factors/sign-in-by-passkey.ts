import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { finishSignIn, getSignInOptions } from './sign-in.functions.ts'
import { answerOf } from './use-passkey.ts'

/** Signs in with a passkey alone, whichever the person chooses: it says whose it is, and is both factors. */
export async function signInByPasskey(side: Side, keep: boolean): ReturnType<typeof finishSignIn> {
  const response = await answerOf(await getSignInOptions({ data: { side } }))
  if (response === undefined) return { ok: false, message: m.passkey_stopped(), errors: undefined }
  const answer = await finishSignIn({ data: { side, keep, given: { way: 'passkey', response } } })
  // The form has no field for it.
  return answer.ok
    ? answer
    : { ...answer, message: Object.values(answer.errors ?? {}).flat()[0] ?? answer.message, errors: undefined }
}
