import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { CaptchaCalls } from '#src/features/auth/use-captcha.ts'
import type { LoginSubmit } from '#src/features/auth/use-login.ts'
import { keptCode } from '#src/lib/line.ts'
import type { RedirectTarget } from '#src/lib/redirect-target.ts'
import type { Side } from '#src/lib/side.ts'

// The code for a press loads with the press, because a login page is often a visitor's first page.
const captchas = keptCode(() => import('#src/features/auth/captcha.functions.ts'))

const entering = keptCode(() => import('./enter.ts'))

/** Our own captcha, for the login forms. */
export const loginCaptcha: CaptchaCalls = {
  load: async () => (await captchas()).getCaptcha({ data: { purpose: 'login' } }),
  check: async (proof) => (await captchas()).checkCaptcha({ data: { purpose: 'login', ...proof } }),
}

/** Signs in and redirects to the target. */
export function useSignIn(side: Side, to: RedirectTarget | undefined): LoginSubmit {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async (values) => (await entering()).enter({ side, to, router, queryClient }, values)
}
