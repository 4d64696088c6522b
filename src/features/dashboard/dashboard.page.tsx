import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AdminInfo } from '#src/features/auth/auth.answers.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant, hourIn } from '#src/lib/date.ts'
import { greeting } from '#src/lib/greeting.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { WorkingTimeCard } from './working-time-card.tsx'

type DashboardPageProps = {
  person: Pick<AdminInfo, 'userId' | 'nickname' | 'username' | 'avatar' | 'last_login_time' | 'last_login_ip'>
  /** Number of organizations that the user can see; null without permission. */
  organizations: number | null
  timeZone: string
  /** Time of the visit in milliseconds since 1970. */
  now?: number
}

/** The first page of the back office. */
export function DashboardPage({ person, organizations, timeZone, now = Date.now() }: DashboardPageProps) {
  const name = person.nickname || person.username
  const { last_login_time: lastTime, last_login_ip: lastAddress } = person
  return (
    <div className="flex flex-col gap-4">
      <section className="flex items-center gap-4 rounded-xl border border-line bg-surface p-5">
        <Avatar src={person.avatar} name={name} size={48} />
        <div className="min-w-0">
          <h1 className="truncate text-xl">{name}</h1>
          <p suppressHydrationWarning className="text-muted">
            {greeting(hourIn(now, timeZone))}
          </p>
        </div>
      </section>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {organizations !== null && (
          <Figure label={m.dashboard_organizations()} value={organizations.toLocaleString('en-US')} large>
            <Link
              to="/admin/baseInfo/organization"
              className="inline-flex min-h-6 items-center gap-1 text-accent-ink hover:underline"
            >
              {m.dashboard_open()}
              <ArrowRight aria-hidden size={14} />
            </Link>
          </Figure>
        )}
        <Figure
          label={m.dashboard_lastSignIn()}
          value={lastTime === null ? m.dashboard_firstSignIn() : formatInstant(lastTime, timeZone)}
        />
        <WorkingTimeCard userId={person.userId} timeZone={timeZone} />
        <Figure label={m.dashboard_lastAddress()} value={lastAddress || '–'} />
      </div>
    </div>
  )
}

type FigureProps = { label: string; value: string; large?: boolean; children?: ReactNode }

function Figure({ label, value, large = false, children }: FigureProps) {
  return (
    <section aria-label={label} className="flex flex-col rounded-xl border border-line bg-surface p-5">
      <h2 className="text-sm font-normal text-muted">{label}</h2>
      <p className={large ? 'tabular mt-1 text-2xl font-semibold' : 'tabular mt-1 text-lg font-medium'}>{value}</p>
      {children && <p className="mt-auto pt-3 text-sm">{children}</p>}
    </section>
  )
}
