import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { adminBootQuery, memberBootQuery } from '#src/features/auth/boot.queries.ts'
import type { NoticeArea } from '#src/features/site/notice.tsx'
import type { Tab } from '#src/layout/tabs/tab-list.ts'
import { lazyComponent } from '#src/ui/lazy.tsx'
import { firstTabs } from './first-tabs.ts'
import { adminBoot, holderOf, memberBoot, PATIENCE } from './guards.ts'
import { PublicFrame } from './public-frame.tsx'
import type { RouteContext } from './route-context.ts'

// Visitors of the public site do not load the shells.
const AdminFrame = lazyComponent(async () => (await import('./admin-frame.tsx')).AdminFrame)
const MemberFrame = lazyComponent(async () => (await import('./member-frame.tsx')).MemberFrame)

export type Around = { area: NoticeArea; tabs: readonly Tab[] }

/** The shell that a page without a route is shown in: that of its path, for a user who is signed in there. */
export async function shellAround(context: RouteContext, path: string): Promise<Around> {
  const area = areaOf(path)
  if (!area) return { area, tabs: [] }
  const boot = area === 'admin' ? adminBoot : memberBoot
  const found = await boot(context, PATIENCE.loading).catch(() => undefined)
  return { area: found ? area : undefined, tabs: area === 'admin' && found ? firstTabs(found.person.userId) : [] }
}

function areaOf(path: string): NoticeArea {
  const name = /^\/(admin|user|center)(?=\/|$)/.exec(path)?.[1]
  return name === 'admin' || name === 'user' || name === 'center' ? name : undefined
}

type NoticeFrameProps = Around & { context: RouteContext; children: ReactNode }

/** The frame of the pages 401 and 404: the shell that the user is in, or the public site. */
export function NoticeFrame({ area, ...rest }: NoticeFrameProps) {
  if (area === 'admin') return <InAdmin {...rest} />
  if (area) return <InMember {...rest} area={area} />
  return <PublicFrame>{rest.children}</PublicFrame>
}

const empty = <div className="min-h-dvh" />

function InAdmin({ context, tabs, children }: Omit<NoticeFrameProps, 'area'>) {
  const { data: boot } = useQuery({ ...adminBootQuery, enabled: false })
  if (!boot) return <PublicFrame>{children}</PublicFrame>
  return (
    <Suspense fallback={empty}>
      <AdminFrame context={{ ...context, boot, holder: holderOf(boot.person) }} tabs={tabs}>
        {children}
      </AdminFrame>
    </Suspense>
  )
}

type InMemberProps = Omit<NoticeFrameProps, 'area'> & { area: 'user' | 'center' }

function InMember({ context, area, children }: InMemberProps) {
  const { data: boot } = useQuery({ ...memberBootQuery, enabled: false })
  if (!boot) return <PublicFrame>{children}</PublicFrame>
  return (
    <Suspense fallback={empty}>
      <MemberFrame area={area} context={{ ...context, boot }}>
        {children}
      </MemberFrame>
    </Suspense>
  )
}
