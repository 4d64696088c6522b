import { Bookmark } from 'lucide-react'
import { ListLink } from '#src/crud/list/list-link.tsx'
import { searchOfView } from '#src/crud/views/views.ts'
import { REPORT_VIEWS } from '#src/features/reports/report-keys.ts'
import { searchOfReportView } from '#src/features/reports/report-views.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { dashboardEndpoints } from './dashboard.api.server.ts'

type OwnView = AnswerOf<(typeof dashboardEndpoints)['views']>['list'][number]

/** The user's own saved views. Each opens its list. */
export function ViewLinks({ data }: { data: readonly OwnView[] }) {
  return (
    <ul className="py-1">
      {data.map((view) => (
        <li key={view.id}>
          <ListLink
            menu={view.menu}
            search={view.resource === REPORT_VIEWS ? searchOfReportView(view, {}) : searchOfView(view)}
            className="flex min-h-8 items-center gap-2.5 px-4 text-sm hover:bg-hover"
          >
            <Bookmark aria-hidden size={15} className="shrink-0 text-muted" />
            <span className="min-w-0 flex-1 truncate">{view.name}</span>
            <span className="shrink-0 text-muted">{view.title}</span>
          </ListLink>
        </li>
      ))}
    </ul>
  )
}
