import { useQuery } from '@tanstack/react-query'
import type { ListFilters } from '#src/crud/list/list-slots.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Select } from '#src/ui/select.tsx'
import { watchedQuery } from './security.queries.ts'

/** Limits a log to one resource. */
export function WatchedFilter<TRow extends { resource: string }>({ filters }: { filters: ListFilters<TRow> }) {
  const { data } = useQuery(watchedQuery)
  const condition = filters.conditionOn('resource')
  const value = condition && 'val' in condition && condition.operator === 'eq' ? String(condition.val) : null
  return (
    <div className="w-56 max-sm:w-full">
      <Select
        aria-label={m.watch_resource()}
        items={(data?.list ?? []).map(({ resource, title }) => ({ value: resource, label: title }))}
        value={value}
        onChange={(next) => filters.set('resource', next === null ? undefined : { operator: 'eq', val: next })}
        placeholder={m.watch_anyResource()}
        clearable
      />
    </div>
  )
}
