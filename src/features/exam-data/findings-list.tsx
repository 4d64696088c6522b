import { useQuery } from '@tanstack/react-query'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { formatCount } from '#src/lib/count.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { findingsQuery } from './exam-data.queries.ts'
import type { SectionProps } from './exam-data.search.ts'
import { findingText } from './finding-text.ts'

/** Lines that are shown. With more of them, the first ones are enough to begin with. */
const SHOWN = 300

/** What speaks against submitting or locking, with the way to the desk. */
export function FindingsList({ exam, onSearch }: SectionProps) {
  const { data, error, refetch, isFetching } = useQuery(findingsQuery(exam.id))
  if (error) return <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <SkeletonRows />
  if (data.list.length === 0)
    return <EmptyState title={m.examData_nothingFound()} hint={m.examData_nothingFoundHint()} />
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">
        {m.examData_findingsCount({ blocking: formatCount(data.blocking), all: formatCount(data.list.length) })}
      </p>
      <ul className="rounded-lg border border-line bg-surface">
        {data.list.slice(0, SHOWN).map((one) => (
          <li
            key={`${one.kind}:${one.schoolId}:${one.subjectId}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2 last:border-0"
          >
            <Tag tone={one.blocking ? 'danger' : 'warning'}>
              {one.blocking ? m.examData_blocks() : m.examData_warns()}
            </Tag>
            <span className="min-w-0 flex-1">
              <span className="font-medium">{one.school}</span>
              {one.subject && <span> · {one.subject}</span>}
              <span className="block text-muted">{findingText(one)}</span>
            </span>
            <Button
              size="sm"
              onClick={() =>
                onSearch({
                  section: 'desk',
                  school: one.schoolId,
                  class: one.orgId ?? undefined,
                  subject: one.subjectId ?? undefined,
                })
              }
            >
              {m.examData_toDesk()}
            </Button>
          </li>
        ))}
      </ul>
      {data.list.length > SHOWN && (
        <p className="text-muted">{m.examData_moreFindings({ count: formatCount(data.list.length - SHOWN) })}</p>
      )}
    </div>
  )
}
