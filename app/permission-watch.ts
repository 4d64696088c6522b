import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { adminBootQuery, memberBootQuery } from '#src/features/auth/boot.queries.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { isLaterEpoch, permissionEpochs } from '#src/lib/permission-epoch.ts'
import type { Side } from '#src/lib/side.ts'

const queries = { admin: adminBootQuery, user: memberBootQuery }
type Boot = { epoch?: string | undefined; person: object; menus: readonly object[] } | null

/** Whether an answer has come since with later permissions than these. */
export function isOutdated(boot: Boot | undefined, side: Side): boolean {
  const latest = permissionEpochs.latest(side)
  return boot?.epoch !== undefined && latest !== undefined && isLaterEpoch(latest, boot.epoch)
}

/**
 * Keeps menus, guards and buttons as the permissions are now. Every answer says when they have changed: then they are
 * asked for again, and the page gets them. A navigation that needs no answer asks after it. It waits for nothing.
 * @param isBusy whether the user has unsaved entries, which a page that is no longer permitted would take away; then
 *   the next navigation brings the change
 */
export function watchPermissions(router: AnyRouter, client: QueryClient, isBusy: () => boolean): void {
  permissionEpochs.subscribe((side) => {
    if (isOutdated(client.getQueryData<Boot>(queries[side].queryKey), side)) void refresh(side)
  })
  let before = 0
  router.subscribe('onBeforeNavigate', () => {
    before = permissionEpochs.heard()
  })
  router.subscribe('onResolved', ({ fromLocation, toLocation, hrefChanged }) => {
    if (!fromLocation || !hrefChanged) return
    const side = toLocation.pathname.startsWith('/admin') ? 'admin' : 'user'
    // The rules of visitors come with the site.
    if (side === 'user' && !client.getQueryData(queries.user.queryKey)) void client.invalidateQueries(siteQuery)
    if (permissionEpochs.heard() > before) return
    if (client.getQueryData<Boot>(queries[side].queryKey)?.epoch !== undefined) void refresh(side)
  })

  async function refresh(side: Side): Promise<void> {
    const old = client.getQueryData<Boot>(queries[side].queryKey)
    await renewBoot(client, side)
    // What is equal stays the same object there.
    const now = client.getQueryData<Boot>(queries[side].queryKey)
    const same = now?.person === old?.person && now?.menus === old?.menus
    if (!now || same || isBusy()) return
    if (router.state.isLoading) await new Promise<void>((resolve) => onceResolved(router, resolve))
    await router.invalidate()
  }
}

function onceResolved(router: AnyRouter, then: () => void): void {
  const end = router.subscribe('onResolved', () => {
    end()
    then()
  })
}

/** Asks again for user and menus. Without an answer, what is known stays. */
export async function renewBoot(client: QueryClient, side: Side): Promise<void> {
  const asked: Promise<unknown> =
    side === 'admin'
      ? client.fetchQuery({ ...adminBootQuery, staleTime: 0 })
      : client.fetchQuery({ ...memberBootQuery, staleTime: 0 })
  await asked.catch(() => undefined)
}
