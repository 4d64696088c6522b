import type { ReactNode } from 'react'
import { SearchBox } from '../query/search-box.tsx'

type ListHeadProps = {
  heading: string
  count: ReactNode
  /** Content of the screen beside the heading. */
  header?: ReactNode
  views: ReactNode
  quickSearch: string
  searchHint: string
  onSearch(text: string): void
  /** Replaces the search and the buttons. */
  instead?: ReactNode
  /** The most frequent action. It is at the end of the line, or beside the heading when there are two lines. */
  primary?: ReactNode
  children: ReactNode
}

/** The area above a list: its heading, its total, its search and its buttons. */
export function ListHead(props: ListHeadProps) {
  const { heading, count, header, views, quickSearch, searchHint, onSearch, instead, primary, children } = props
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="text-lg">{heading}</h1>
      {count}
      {header}
      {instead}
      {/* The search is hidden but not removed, so that the typed text stays. */}
      <div
        hidden={Boolean(instead)}
        className="no-print flex flex-wrap items-center gap-2 max-xl:order-last max-xl:w-full xl:flex-1 xl:flex-nowrap xl:justify-end [&[hidden]]:hidden"
      >
        {views}
        <SearchBox value={quickSearch} onSearch={onSearch} placeholder={searchHint} />
        {children}
      </div>
      <div hidden={Boolean(instead)} className="no-print ml-auto empty:hidden [&[hidden]]:hidden">
        {primary}
      </div>
    </div>
  )
}
