import type { ReactNode } from 'react'
import { SearchBox } from '../query/search-box.tsx'

type ListHeadProps = {
  heading: string
  count: ReactNode
  views: ReactNode
  quickSearch: string
  searchHint: string
  onSearch(text: string): void
  /** Stands in for the search and the buttons. */
  instead?: ReactNode
  /** What is done most often: at the end of the line, and beside the heading where there are two. */
  primary?: ReactNode
  children: ReactNode
}

/** Over a list: what it is, how much of it, and what can be done with all of it. */
export function ListHead(props: ListHeadProps) {
  const { heading, count, views, quickSearch, searchHint, onSearch, instead, primary, children } = props
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="text-lg">{heading}</h1>
      {count}
      {instead}
      {/* Hidden and not gone: what somebody was typing stays. */}
      <div
        hidden={Boolean(instead)}
        className="no-print flex flex-wrap items-center gap-2 max-xl:order-last max-xl:w-full xl:flex-1 xl:justify-end [&[hidden]]:hidden"
      >
        {views}
        <SearchBox value={quickSearch} onSearch={onSearch} placeholder={searchHint} />
        {children}
      </div>
      <div hidden={Boolean(instead)} className="no-print ml-auto empty:hidden xl:ml-0 [&[hidden]]:hidden">
        {primary}
      </div>
    </div>
  )
}
