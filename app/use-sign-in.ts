import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { failureText } from '#src/backend/failure-text.ts'
import { authCalls } from '#src/features/auth/auth-calls.ts'
import type { CaptchaProof } from '#src/features/auth/captcha-answer.ts'
import { pigCaptchaAnswer } from '#src/features/auth/pig-captcha-answer.ts'
import { rememberAccount } from '#src/features/auth/remembered-account.ts'
import type { CaptchaCalls } from '#src/features/auth/use-captcha.ts'
import { keptCode } from '#src/lib/line.ts'
import type { RedirectTarget } from '#src/lib/redirect-target.ts'
import type { Side } from '#src/lib/side.ts'

type Credentials = { username: string; password: string; keep: boolean; captcha?: CaptchaProof }

// The code for a press loads with the press, because a login page is often a visitor's first page.
const captchas = keptCode(() => import('#src/features/auth/captcha.functions.ts'))

const factorDialog = keptCode(() => import('#src/features/factors/ask-for-factor.tsx'))

const preferences = keptCode(() => import('#src/features/auth/own-preferences.ts'))

/** Our own captcha, for the login forms. */
export const loginCaptcha: CaptchaCalls = {
  load: async () => (await captchas()).getCaptcha({ data: { purpose: 'login' } }),
  check: async (proof) => (await captchas()).checkCaptcha({ data: { purpose: 'login', ...proof } }),
}

/** Signs in and redirects to the target. */
export function useSignIn(side: Side, to: RedirectTarget | undefined) {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async ({ captcha, ...values }: Credentials) => {
    const proof = captcha ? { captcha_id: captcha.id, captcha_info: captcha.info } : pigCaptchaAnswer.get()
    const answer = await authCalls()
      .then(({ signIn }) => signIn({ data: { side, captcha: proof, ...values } }))
      .then(async (first) => {
        if (first.ok || !first.factor) return first
        const { askForFactor } = await factorDialog()
        const second = await askForFactor({ side, keep: values.keep, ...first.factor })
        return typeof second === 'object' ? second : ({ ok: false, message: second ?? first.message } as const)
      })
      .catch((error: unknown) => ({ ok: false, message: failureText(error) }) as const)
    if (!answer.ok) {
      pigCaptchaAnswer.used()
      return answer
    }
    rememberAccount(side, values)
    // The loaded data belongs to another user or to a visitor.
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'site' })
    // Another language needs another page.
    const { adoptPreferences } = await preferences()
    const page = { search: { to }, replace: true, reloadDocument: await adoptPreferences(side, answer.preferences) }
    const area = side === 'user' && to?.path.startsWith('/center') ? 'center' : side
    if (area === 'admin') await router.navigate({ to: '/admin/loading/{-$to}', ...page })
    else if (area === 'user') await router.navigate({ to: '/user/loading/{-$to}', ...page })
    else await router.navigate({ to: '/center/loading/{-$to}', ...page })
    return answer
  }
}
