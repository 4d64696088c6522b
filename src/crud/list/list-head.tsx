import type { ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'
import { SearchBox } from '../query/search-box.tsx'

type ListHeadProps = {
  heading: string
  count: ReactNode
  /** Content of the screen beside the heading. */
  header?: ReactNode
  views: ReactNode
  quickSearch: string
  /** The fields that the search covers. Empty: there is no search. */
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
    <div className="contents items-center gap-x-3 gap-y-2 sm:flex sm:flex-wrap">
      <div className={cx('flex flex-wrap items-center gap-x-3 gap-y-0.5', !instead && 'sm:head-narrow:flex-1')}>
        <h1 className="text-xl">{heading}</h1>
        {count}
        {header}
      </div>
      {/* On a telephone the buttons are at the lower edge, where the thumb is. */}
      {instead && <div className="order-last max-sm:mt-auto sm:contents">{instead}</div>}
      {/* The search is hidden but not removed, so that the typed text stays. In a wide head, all that is in here wraps
          together when there is no room for it beside the heading. */}
      <div
        hidden={Boolean(instead)}
        className="list-tools no-print order-last flex items-center gap-2 max-sm:mt-auto sm:head-narrow:contents head-wide:flex head-wide:flex-auto head-wide:flex-wrap head-wide:items-center head-wide:justify-end head-wide:gap-2 [&[hidden]]:hidden"
      >
        <div className="no-scrollbar -m-1 flex min-w-0 flex-1 items-center gap-2 overflow-x-auto p-1 sm:m-0 sm:flex-wrap sm:overflow-visible sm:p-0 sm:head-narrow:order-last sm:head-narrow:w-full sm:head-narrow:flex-none head-wide:contents">
          {views}
          {searchHint !== '' && <SearchBox value={quickSearch} onSearch={onSearch} placeholder={searchHint} />}
          {children}
        </div>
        {primary && <div className="head-narrow:ml-auto">{primary}</div>}
      </div>
    </div>
  )
}
