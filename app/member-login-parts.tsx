import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouteContext, useRouter } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import type { OwnPreferences } from '#src/features/auth/own-account.schema.ts'
import type { Legal } from '#src/features/registration/agreement.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { keptCode } from '#src/lib/line.ts'
import { memberNameRule } from '#src/lib/member-name.ts'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import type { RedirectTarget } from '#src/lib/redirect-target.ts'
import { lazyDialog, lazyPart } from '#src/ui/lazy.tsx'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { pageExists } from './guards.ts'

const entering = keptCode(() => import('./enter.ts'))

const RegisterPart = lazyPart(async () => (await import('#src/features/registration/register-part.tsx')).RegisterPart)

/**
 * The form for registering. Most visitors sign in, so its code loads with the press. It needs scripts, and the server
 * would give up what has to wait for its code.
 */
function Registering(props: ComponentProps<typeof RegisterPart>) {
  return useHydrated() && <RegisterPart {...props} />
}

const RetrieveDialog = lazyDialog(
  async () => (await import('#src/features/registration/retrieve-dialog.tsx')).RetrieveDialog,
  ({ onClose }) => onClose(),
)

const quiet = 'inline-flex min-h-6 items-center text-muted underline-offset-4 hover:text-ink hover:underline'

/** The way to a new password, where codes leave at all. */
function ForgottenPassword({ ways }: { ways: readonly MessageChannel[] }) {
  const [open, setOpen] = useState(false)
  if (ways.length === 0) return null
  return (
    <>
      <button type="button" className={`${quiet} noscript:hidden`} onClick={() => setOpen(true)}>
        {m.retrieve_link()}
      </button>
      {open && <RetrieveDialog ways={ways} onClose={() => setOpen(false)} />}
    </>
  )
}

type MemberLinksProps = { registering: boolean; activates: boolean; to: RedirectTarget | undefined }

/** Between signing in and registering, keeping the page that was asked for. */
function MemberLinks({ registering, activates, to }: MemberLinksProps) {
  return (
    <>
      <Link to="/user/login" search={registering ? { to } : { to, type: 'register' }} className={quiet}>
        {registering ? m.register_signIn() : m.register_link()}
      </Link>
      {activates && (
        <a href="/user/activate" className={quiet}>
          {m.activation_link()}
        </a>
      )}
    </>
  )
}

/** Goes to the page that was asked for, as after any sign-in. */
function useGoOn(to: RedirectTarget | undefined) {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async (preferences: OwnPreferences) =>
    (await entering()).goOn({ side: 'user', to, router, queryClient }, preferences)
}

type Site = {
  registration: boolean
  registrationSentence: string
  codeWays: readonly MessageChannel[]
  legal: readonly Legal[]
}

/** What the login page of members has more than that of the back office. */
export function useMemberParts(site: Site, registers: boolean, to: RedirectTarget | undefined) {
  const goOn = useGoOn(to)
  const activates = pageExists(useRouteContext({ from: '__root__' }), '/user/activate')
  const closed = site.registration ? undefined : site.registrationSentence
  const form = <Registering closed={closed} ways={site.codeWays} legal={site.legal} onDone={goOn} />
  return {
    instead: registers ? { title: m.register_title(), form } : undefined,
    memberName: { label: m.login_memberAccount(), rule: memberNameRule },
    aside: <ForgottenPassword ways={site.codeWays} />,
    links: <MemberLinks registering={registers} activates={activates} to={to} />,
  }
}
