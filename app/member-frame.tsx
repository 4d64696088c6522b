import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { siteQuery } from '#src/features/site/site.queries.ts'
import type { Locale } from '#src/i18n/paraglide/runtime.js'
import { PermissionProvider } from '#src/layout/can.tsx'
import '#src/layout/frame-titles.ts'
import { memberRoutes, otherView } from '#src/layout/member/member-center.ts'
import { MemberCenterProvider } from '#src/layout/member/member-center-context.tsx'
import { readMemberCookie } from '#src/layout/member/member-preferences.ts'
import { MemberShell } from '#src/layout/member/member-shell.tsx'
import { RememberLanguage } from '#src/layout/remember-language.ts'
import { useShownPlace } from '#src/layout/shown-place.ts'
import { keptCode } from '#src/lib/line.ts'
import { navsFor } from '#src/lib/site-nav.ts'
import { lazyPart } from '#src/ui/lazy.tsx'
import { holderOf, type memberGuard, pageExists } from './guards.ts'
import { requestCookies } from './request-cookies.ts'
import type { RouteContext } from './route-context.ts'
import { useMemberLeave } from './use-member-leave.ts'
import { usePresence } from './use-presence.ts'
import { useSignOut } from './use-sign-out.ts'

// The public pages share code with this one, and have no bell.
const MemberBell = lazyPart(
  async () => (await import('#src/features/notices/member-bell.tsx')).MemberBell,
  <span aria-hidden className="size-8" />,
  { place: 'nowhere' },
)

// What a press needs loads with the press.
const preferences = keptCode(() => import('#src/features/auth/own-preferences.ts'))
const keepLanguage = async (language: Locale) => (await preferences()).keepMemberLanguage(language)

type MemberFrameProps = {
  area: 'user' | 'center'
  context: RouteContext & Pick<Awaited<ReturnType<typeof memberGuard>>, 'boot'>
  /** A page that no route of the member center has. Default: the page of the route. */
  children?: ReactNode
}

/** The member center's shell, for /user and /center. In the view /center the page fills the whole window. */
export function MemberFrame({ area, context: { boot, routeAt }, children }: MemberFrameProps) {
  const href = useShownPlace()
  const { data: site } = useSuspenseQuery(siteQuery)
  const { siteName, recordNumber, version, contactEmail, contactPhone, headNav, legal } = site
  const { menus, person } = boot
  const routes = useMemo(
    () => memberRoutes(menus, area, (path) => pageExists({ routeAt }, path), href),
    [menus, area, routeAt, href],
  )
  const endSession = useSignOut('user')
  const { mayLeave, question } = useMemberLeave()
  const signOut = async () => {
    if (await mayLeave()) await endSession()
  }
  const wide = area === 'center'
  const other = otherView(href)
  const exists = pageExists({ routeAt }, new URL(other, 'http://x').pathname)
  usePresence('user', person)
  return (
    <PermissionProvider holder={holderOf(person)}>
      <MemberCenterProvider
        routes={routes}
        authNode={person.authNode}
        initial={readMemberCookie(requestCookies())}
        aside={!wide}
      >
        <RememberLanguage value={keepLanguage}>
          <MemberShell
            person={person}
            notices={site.backend !== 'pig' && <MemberBell owner={person.userId} timeZone={site.timeZone} />}
            siteName={siteName}
            recordNumber={recordNumber}
            version={version}
            contactEmail={contactEmail}
            contactPhone={contactPhone}
            legal={legal}
            headNav={navsFor(headNav, boot)}
            wide={wide}
            otherPath={exists ? other : wide ? '/user' : '/center'}
            onSignOut={signOut}
          >
            {children ?? <Outlet />}
            {question}
          </MemberShell>
        </RememberLanguage>
      </MemberCenterProvider>
    </PermissionProvider>
  )
}
