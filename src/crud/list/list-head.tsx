import type { ReactNode } from 'react'
import { Spinner } from '#src/ui/spinner.tsx'
import { SearchBox } from '../search-box.tsx'

type ListHeadProps = {
  heading: string
  count: string
  busy: boolean
  views: ReactNode
  quickSearch: string
  searchHint: string
  onSearch(text: string): void
  children: ReactNode
}

/** Over a list: what it is, how much of it, and what can be done with all of it. */
export function ListHead({ heading, count, busy, views, quickSearch, searchHint, onSearch, children }: ListHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="text-lg">{heading}</h1>
      <p role="status" className="tabular flex items-center gap-2 text-sm text-muted">
        {count}
        {busy && <Spinner size={13} />}
      </p>
      <div className="no-print flex flex-1 flex-wrap items-center justify-end gap-2 max-sm:w-full max-sm:flex-none">
        {views}
        <SearchBox value={quickSearch} onSearch={onSearch} placeholder={searchHint} />
        {children}
      </div>
    </div>
  )
}
