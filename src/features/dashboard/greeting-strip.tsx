import type { ReactNode } from 'react'
import type { AdminInfo } from '#src/features/auth/auth.answers.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatMinute, hourIn } from '#src/lib/date.ts'
import { greeting } from '#src/lib/greeting.ts'
import { WorkingTime } from './working-time-fact.tsx'

export type DashboardPerson = Pick<AdminInfo, 'userId' | 'nickname' | 'username' | 'last_login_time' | 'last_login_ip'>

type GreetingStripProps = { person: DashboardPerson; timeZone: string; now: number }

/** The greeting, and what the page knows of the user: the last sign-in, and the working time of today. */
export function GreetingStrip({ person, timeZone, now }: GreetingStripProps) {
  const { last_login_time: time, last_login_ip: address } = person
  return (
    <section aria-label={m.dashboard_you()} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <h1 className="min-w-0 text-xl">
        <span className="wrap-anywhere">{person.nickname || person.username}</span>
        <span suppressHydrationWarning className="ml-3 text-base font-normal text-muted">
          {greeting(hourIn(now, timeZone))}
        </span>
      </h1>
      <dl className="flex flex-wrap items-center gap-x-5 text-sm">
        <Fact label={m.dashboard_lastSignIn()}>
          {time === null ? m.dashboard_firstSignIn() : <time dateTime={time}>{formatMinute(time, timeZone)}</time>}
        </Fact>
        <Fact label={m.dashboard_lastAddress()}>{address || '–'}</Fact>
        <WorkingTime userId={person.userId} timeZone={timeZone} />
      </dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-center gap-2">
      <dt className="text-muted">{label}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  )
}
