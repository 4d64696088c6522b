import { useQuery } from '@tanstack/react-query'
import { OwnCard } from '#src/features/auth/own-card.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { formatMinute } from '#src/lib/date.ts'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { type ResultCalls, type ShownViews, sheetViewsQuery } from './own-results.queries.ts'

type OwnViewsProps = { link: number; timeZone: string; calls: ResultCalls }

const kinds: Record<ShownViews[number]['kind'], () => string> = {
  screen: m.looked_screen,
  print: m.looked_print,
  file: m.looked_file,
  list: m.looked_list,
}

/** Who of the schools and the district has looked at the sheets of a pupil. */
export function OwnViews({ link, timeZone, calls }: OwnViewsProps) {
  const { data, error, isFetching, refetch } = useQuery(sheetViewsQuery(calls, link))
  return (
    <OwnCard heading={m.looked_title()} text={m.looked_text()} wide>
      {!data ? (
        error ? (
          <FailureState error={error} retrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={2} />
        )
      ) : data.list.length === 0 ? (
        <p className="px-5 py-4 text-muted">{m.looked_none()}</p>
      ) : (
        <ul className="divide-y divide-line">
          {data.list.map(({ exam, who, organization, kind, count, first, last }) => (
            <li key={`${exam} ${who} ${kind} ${first}`} className="px-5 py-3">
              <p className="wrap-anywhere">
                <span className="font-medium">{who || m.looked_gone()}</span>
                {organization && ` · ${organization}`}
              </p>
              <p className="wrap-anywhere">{[exam, kinds[kind]()].join(' · ')}</p>
              <p className="text-sm text-muted">
                {[formatMinute(last, timeZone), ...(count > 1 ? [m.looked_times({ count })] : [])].join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </OwnCard>
  )
}
