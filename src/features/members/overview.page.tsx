import type { ReactNode } from 'react'
import type { MemberInfo } from '#src/features/auth/auth.answers.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { formatInstant, hourIn } from '#src/lib/date.ts'
import { greeting } from '#src/lib/greeting.ts'
import { formatCents } from '#src/lib/money.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { DetailLine, DetailsCard } from '#src/ui/details-card.tsx'

type OverviewPageProps = {
  person: MemberInfo
  timeZone: string
  /** Whether balance and points stand in the aside already, on windows that are wide enough for it. */
  amountsAside: boolean
  /** Whom to ask about the account. */
  contact: ReactNode
  /** Links to the pages on which the member changes the account. */
  links: ReactNode
  /** Content that another feature adds below. */
  children?: ReactNode
  /** Time of the visit in milliseconds since 1970. */
  now?: number
}

/** The first page of the member center: the member's details, balance and points. */
export function OverviewPage({
  person,
  timeZone,
  amountsAside,
  contact,
  links,
  children,
  now = Date.now(),
}: OverviewPageProps) {
  const name = person.nickname || person.username
  return (
    <div className="flex flex-col gap-4">
      <section className="flex flex-wrap items-center gap-x-8 gap-y-4 rounded-xl border border-line bg-surface p-5">
        <div className="flex min-w-0 flex-1 basis-60 items-center gap-4">
          <Avatar src={person.avatar} name={name} size={52} />
          <div className="min-w-0">
            <h1 className="truncate text-xl">{name}</h1>
            <p suppressHydrationWarning className="text-muted">
              {greeting(hourIn(now, timeZone))}
            </p>
          </div>
        </div>
        <dl className={cx('flex gap-8', amountsAside && 'desk:hidden')}>
          <Amount label={m.overview_balance()}>{formatCents(person.money)}</Amount>
          <Amount label={m.overview_points()}>{person.score.toLocaleString('en-US')}</Amount>
        </dl>
        <p className="flex flex-wrap gap-2">{links}</p>
      </section>
      <DetailsCard heading={m.overview_details()}>
        <DetailLine label={m.overview_account()}>{person.username}</DetailLine>
        <DetailLine label={m.overview_organization()}>
          {person.orgName || (
            <>
              <p>{m.overview_noOrganization()}</p>
              <p className="text-sm text-muted">{m.overview_askSchool()}</p>
              <div className="text-sm text-muted">{contact}</div>
            </>
          )}
        </DetailLine>
        <DetailLine label={m.overview_joinTime()}>{formatInstant(person.join_time, timeZone)}</DetailLine>
        <DetailLine label={m.overview_lastSignIn()}>{formatInstant(person.last_login_time, timeZone)}</DetailLine>
        <DetailLine label={m.overview_lastAddress()}>{person.last_login_ip}</DetailLine>
      </DetailsCard>
      {children}
    </div>
  )
}

function Amount({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="tabular text-xl font-semibold">{children}</dd>
    </div>
  )
}
