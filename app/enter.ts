import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { failureText } from '#src/backend/failure-text.ts'
import { signIn } from '#src/features/auth/auth.functions.ts'
import type { OwnPreferences } from '#src/features/auth/own-account.schema.ts'
import { adoptPreferences } from '#src/features/auth/own-preferences.ts'
import { pigCaptchaAnswer } from '#src/features/auth/pig-captcha-answer.ts'
import { rememberAccount } from '#src/features/auth/remembered-account.ts'
import type { LoginSubmit } from '#src/features/auth/use-login.ts'
import { keptCode } from '#src/lib/line.ts'
import type { RedirectTarget } from '#src/lib/redirect-target.ts'
import type { Side } from '#src/lib/side.ts'

const factorDialog = keptCode(() => import('#src/features/factors/ask-for-factor.tsx'))

const passkeys = keptCode(() => import('#src/features/factors/sign-in-by-passkey.ts'))

type Given = Parameters<LoginSubmit>[0]

/** Where a person enters. */
export type Entrance = { side: Side; to: RedirectTarget | undefined; router: AnyRouter; queryClient: QueryClient }

/** The work of a login page after a press: signs in, asks for the second factor, and goes to the wanted page. */
export async function enter(entrance: Entrance, given: Given) {
  const { side } = entrance
  const answer = await (given.passkey ? byPasskey(side, given) : byPassword(side, given)).catch(
    (error: unknown) => ({ ok: false, message: failureText(error) }) as const,
  )
  if (!answer.ok) {
    pigCaptchaAnswer.used()
    return answer
  }
  if (!given.passkey) rememberAccount(side, given)
  await goOn(entrance, answer.preferences)
  return answer
}

/** Goes to the page that was asked for, after a sign-in of whatever kind. */
export async function goOn({ side, to, router, queryClient }: Entrance, preferences: OwnPreferences): Promise<void> {
  // The loaded data belongs to another user or to a visitor.
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'site' })
  // Another language needs another page.
  const reloadDocument = await adoptPreferences(side, preferences)
  const area = side === 'user' && to?.path.startsWith('/center') ? 'center' : side
  await router.navigate({ to: `/${area}/loading/{-$to}`, search: { to }, replace: true, reloadDocument })
}

async function byPassword(side: Side, { username, password, keep, captcha }: Given) {
  const proof = captcha ? { captcha_id: captcha.id, captcha_info: captcha.info } : pigCaptchaAnswer.get()
  const first = await signIn({ data: { side, captcha: proof, username, password, keep } })
  if (first.ok || !first.factor) return first
  const { askForFactor } = await factorDialog()
  const second = await askForFactor({ side, keep, ...first.factor })
  return typeof second === 'object' ? second : ({ ok: false, message: second ?? first.message } as const)
}

async function byPasskey(side: Side, { keep }: Given) {
  return (await passkeys()).signInByPasskey(side, keep)
}
