import { lazy, Suspense } from 'react'
import type { FilterPanelProps } from './filter-panel.tsx'

const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }))
const FilterChips = lazy(async () => ({ default: (await import('./filter-chips.tsx')).FilterChips }))

/** The conditions of a list: the panel in which they are written, or else what they say. */
export function ListConditions({ open, ...props }: FilterPanelProps & { open: boolean }) {
  return (
    <Suspense>
      {open && <FilterPanel {...props} />}
      {!open && props.filter && <FilterChips {...props} />}
    </Suspense>
  )
}
