import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { m } from '#src/i18n/paraglide/messages.js'
import type { RedirectTarget } from '#src/lib/redirect-target.ts'
import type { Side } from '#src/lib/side.ts'
import { Button } from '#src/ui/button.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { authCalls } from './auth-calls.ts'
import { changeOwnPassword } from './own-account.functions.ts'
import { PasswordAdvice } from './password-advice.tsx'
import { PasswordFields } from './password-form.tsx'

type ExpiredPasswordProps = { side: Side; username: string; to: RedirectTarget | undefined }

/** Whoever signs in with an expired password sets a new one here, and goes on to the page that was asked for. */
export function ExpiredPassword({ side, username, to }: ExpiredPasswordProps) {
  const router = useRouter()
  const client = useQueryClient()
  const goOn = async (said: string) => {
    toaster.success(said)
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'site' })
    const page = { search: { to }, replace: true }
    if (side === 'admin') await router.navigate({ to: '/admin/loading/{-$to}', ...page })
    else await router.navigate({ to: '/user/loading/{-$to}', ...page })
  }
  const leave = async () => {
    await (await authCalls()).signOut({ data: { side } })
    const page = { search: { to }, replace: true }
    await router.navigate(side === 'admin' ? { to: '/admin/login', ...page } : { to: '/user/login', ...page })
  }
  return (
    <div className="mt-4 flex flex-col gap-4">
      <PasswordFields
        side={side}
        username={username}
        send={(passwords, idempotencyKey) => changeOwnPassword({ data: { side, ...passwords, idempotencyKey } })}
        advice={(password, said) => <PasswordAdvice side={side} password={password} said={said} />}
        onChanged={(said) => void goOn(said)}
      />
      <Button variant="ghost" className="self-start" onClick={() => void leave()}>
        {m.shell_signOut()}
      </Button>
    </div>
  )
}
