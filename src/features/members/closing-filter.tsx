import type { ListFilters } from '#src/crud/list/list-slots.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import type { MemberRow } from './member.row.ts'

/** Limits the list to members who have asked for their account to be closed. */
export function ClosingFilter({ filters }: { filters: ListFilters<MemberRow> }) {
  const on = filters.conditionOn('closingDue')?.operator === 'NOT NULL'
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => filters.set('closingDue', on ? undefined : { operator: 'NOT NULL', val: '' })}
      className={cx(
        'h-6 shrink-0 rounded-full border px-2.5 text-xs transition-colors pointer-coarse:h-11 pointer-coarse:px-3.5',
        on
          ? 'border-accent-solid bg-accent-soft font-medium text-accent-ink'
          : 'border-line-button text-muted hover:bg-hover hover:text-ink',
      )}
    >
      {m.member_closingOnly()}
    </button>
  )
}
