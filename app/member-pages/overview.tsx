import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileText, KeyRound, UserRound } from 'lucide-react'
import { PASSWORD_PLACE } from '#src/features/auth/password-place.ts'
import { SECURITY_PLACE } from '#src/features/factors/security-place.ts'
import { OverviewPage } from '#src/features/members/overview.page.tsx'
import { overviewQuery } from '#src/features/members/overview.queries.ts'
import { type Lack, lacksOf, OwnHints } from '#src/features/members/own-hints.tsx'
import { WeekCard } from '#src/features/members/week-card.tsx'
import { ContactLines } from '#src/features/site/contact-lines.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { FailureState } from '#src/layout/failure-state.tsx'
import { useMemberCenter } from '#src/layout/member/member-center-context.tsx'
import { buttonClass } from '#src/ui/button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { useMemberPage } from './use-member-page.ts'

/** The first page of the member center, in both of its views. */
export function MemberOverview() {
  const { person, area } = useMemberPage()
  const { timeZone, contactEmail, contactPhone } = useSuspenseQuery(siteQuery).data
  const { showAside } = useMemberCenter()
  const can = useCan()
  const link = `${buttonClass()} pointer-coarse:h-11`
  return (
    <OverviewPage
      person={person}
      timeZone={timeZone}
      amountsAside={showAside}
      // Without contact details, the sentence before says already whom to ask.
      contact={
        (contactEmail || contactPhone) && <ContactLines contact={{ email: contactEmail, phone: contactPhone }} />
      }
      links={
        <>
          {can('account/results') && (
            <Link to={`/${area}/account/results`} className={link}>
              <FileText aria-hidden size={15} />
              {m.pagesTitle_ownResults()}
            </Link>
          )}
          {can('account/profile') && (
            <Link to={`/${area}/account/profile`} className={link}>
              <UserRound aria-hidden size={15} />
              {m.profile_edit()}
            </Link>
          )}
          {can('account/changePassword') && (
            <Link to={`/${area}/account/changePassword`} className={link}>
              <KeyRound aria-hidden size={15} />
              {m.password_title()}
            </Link>
          )}
        </>
      }
    >
      <Week />
    </OverviewPage>
  )
}

/** The last seven days, and what the account lacks. */
function Week() {
  const { person, area } = useMemberPage()
  const { data, error, isFetching, refetch } = useQuery(overviewQuery)
  const { codeWays } = useSuspenseQuery(siteQuery).data
  const can = useCan()
  if (!data)
    return (
      <div className="rounded-xl border border-line bg-surface">
        {error ? (
          <FailureState error={error} retrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={4} />
        )}
      </div>
    )
  const all = 'text-sm text-accent-ink hover:underline'
  return (
    <>
      <div className="flex flex-wrap gap-4">
        <WeekCard
          kind="money"
          days={data.days.map(({ day, money, moneyAfter }) => ({ day, change: money, after: moneyAfter }))}
          link={
            can('account/balance') && (
              <Link to={`/${area}/account/balance`} className={all}>
                {m.overview_allEntries()}
              </Link>
            )
          }
        />
        <WeekCard
          kind="score"
          days={data.days.map(({ day, score, scoreAfter }) => ({ day, change: score, after: scoreAfter }))}
          link={
            can('account/integral') && (
              <Link to={`/${area}/account/integral`} className={all}>
                {m.overview_allEntries()}
              </Link>
            )
          }
        />
      </div>
      <OwnHints
        lacks={lacksOf(person, codeWays, data.hasFactor)}
        link={(lack) => can(`account/${places[lack]}`) && <HintLink lack={lack} area={area} />}
      />
    </>
  )
}

const places = {
  noEmail: 'profile',
  emailOpen: 'profile',
  noPhone: 'profile',
  phoneOpen: 'profile',
  noPicture: 'profile',
  noPassword: 'changePassword',
  noFactor: 'security',
} as const satisfies Record<Lack, string>

const labels = {
  profile: m.profile_edit,
  changePassword: m.password_firstTitle,
  security: m.overview_addFactor,
} as const
const hashes = { profile: '', changePassword: PASSWORD_PLACE, security: SECURITY_PLACE } as const

function HintLink({ lack, area }: { lack: Lack; area: 'user' | 'center' }) {
  const place = places[lack]
  return (
    <Link
      to={`/${area}/account/${place}`}
      hash={hashes[place]}
      className={`${buttonClass({ size: 'sm' })} pointer-coarse:h-11`}
    >
      {labels[place]()}
    </Link>
  )
}
