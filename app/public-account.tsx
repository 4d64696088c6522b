import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { getMemberBoot } from '#src/features/auth/auth.functions.ts'
import { PermissionProvider } from '#src/layout/can.tsx'
import { MemberAccount } from '#src/layout/member/member-account.tsx'
import { memberRoutes } from '#src/layout/member/member-center.ts'
import { holderOf, pageExists } from './guards.ts'
import { useSignOut } from './use-sign-out.ts'

type Boot = NonNullable<Awaited<ReturnType<typeof getMemberBoot>>>

/** The signed-in member's account menu, in the header of the public site. */
export function PublicAccount({ boot }: { boot: Boot }) {
  const { routeAt } = useRouter().options.context
  const { navUserMenus } = useMemo(
    () => memberRoutes(boot.menus, 'user', (path) => pageExists({ routeAt }, path), '/'),
    [boot, routeAt],
  )
  return (
    <PermissionProvider holder={holderOf(boot.person)}>
      <MemberAccount person={boot.person} navUserMenus={navUserMenus} onSignOut={useSignOut('user')} />
    </PermissionProvider>
  )
}
