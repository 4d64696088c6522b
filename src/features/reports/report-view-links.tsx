import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { type MouseEvent, useId } from 'react'
import { type SavedListView, viewsQuery } from '#src/crud/views/views.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import type { ChosenReport } from './report.queries.ts'
import { REPORT_PAGE, reportAddress } from './report-address.ts'
import { followReport } from './report-follow.ts'
import { REPORT_VIEWS } from './report-keys.ts'
import { type ReportSearch, reportSearch } from './report-search.ts'
import { reportTexts } from './report-texts.ts'
import { searchOfReportView } from './report-views.ts'

type ReportViewLinksProps = {
  chosen: Pick<ChosenReport, 'exam' | 'version'>
  onSearch(search: ReportSearch): void
}

/** The saved views of reports, below the gallery. Without any, there is nothing: a report has the button. */
export function ReportViewLinks({ chosen, onSearch }: ReportViewLinksProps) {
  const title = useId()
  const { data, error, refetch, isFetching } = useQuery(viewsQuery(REPORT_VIEWS))
  if (error && !data) return <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data || data.list.length === 0) return null
  const follow = (event: MouseEvent) => followReport(event, (search) => onSearch({ version: undefined, ...search }))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside have the keys
    <section aria-labelledby={title} onClick={follow} className="flex flex-col gap-2">
      <h2 id={title} className="text-base font-semibold">
        {m.view_title()}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {data.list.map((view) => (
          <li key={view.id}>
            <a
              href={reportAddress(REPORT_PAGE, searchOfReportView(view, chosen))}
              className="flex min-h-8 items-center gap-2.5 rounded-lg border border-line bg-surface px-4 py-2 text-sm hover:bg-hover"
            >
              <Bookmark aria-hidden size={15} className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1">
                <span className="block truncate">{view.name}</span>
                <span className="block truncate text-xs text-muted">{aboutOf(view)}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The report of a view; and of one that somebody else shares, the owner. */
function aboutOf({ state, editable, ownerName }: SavedListView): string {
  const { report } = reportSearch(state.search ?? {})
  return [report && reportTexts[report].title(), editable ? undefined : ownerName].filter(Boolean).join(' · ')
}
