import { useQuery } from '@tanstack/react-query'
import type { ListFilters } from '#src/crud/list/list-slots.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { cx } from '#src/lib/cx.ts'
import { members } from './member.queries.ts'
import type { MemberRow } from './member.row.ts'

const waiting = { operator: 'NOT NULL', val: '' } as const
const waitingCount = members.total({ filter: JSON.stringify({ field: 'closingDue', ...waiting }) })

/** How many members want their account to be closed, while some do. A press limits the list to them. */
export function ClosingFilter({ filters }: { filters: ListFilters<MemberRow> }) {
  const on = filters.conditionOn('closingDue')?.operator === waiting.operator
  const count = useQuery(waitingCount).data?.total ?? 0
  if (!on && count === 0) return null
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => filters.set('closingDue', on ? undefined : waiting)}
      className={cx(
        'h-6 shrink-0 rounded-full border px-2.5 text-xs transition-colors pointer-coarse:h-11 pointer-coarse:px-3.5',
        on
          ? 'border-accent-solid bg-accent-soft font-medium text-accent-ink'
          : 'border-line-button text-muted hover:bg-hover hover:text-ink',
      )}
    >
      {m.member_closingOnly({ count: formatCount(count) })}
    </button>
  )
}
