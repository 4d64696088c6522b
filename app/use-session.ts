import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Side } from '#src/backend/token-set.ts'
import { failureText } from '#src/crud/failure.ts'
import { signIn, signOut } from '#src/features/auth/auth.functions.ts'
import type { Way } from '#src/layout/way.ts'
import { toaster } from '#src/ui/toast.tsx'

type Credentials = { username: string; password: string; keep: boolean }

/** Signs in and goes on to where the person wanted to be. */
export function useSignIn(side: Side, to: Way | undefined) {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async (values: Credentials) => {
    const answer = await signIn({ data: { side, ...values } }).catch(
      (error: unknown) => ({ ok: false, message: failureText(error) }) as const,
    )
    if (!answer.ok) return answer
    // Whatever was loaded belongs to somebody else, or to nobody.
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'site' })
    const area = side === 'user' && to?.path.startsWith('/center') ? 'center' : side
    if (area === 'admin') await router.navigate({ to: '/admin/loading/{-$to}', search: { to }, replace: true })
    else if (area === 'user') await router.navigate({ to: '/user/loading/{-$to}', search: { to }, replace: true })
    else await router.navigate({ to: '/center/loading/{-$to}', search: { to }, replace: true })
    return answer
  }
}

/** Signs out. Only when the back end agreed is the page reloaded, and with it everything local gone. */
export function useSignOut(side: Side) {
  return async () => {
    try {
      await signOut({ data: { side } })
    } catch (error) {
      toaster.error(failureText(error))
      return
    }
    window.location.reload()
  }
}
