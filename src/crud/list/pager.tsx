import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { cx } from '#src/lib/cx.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { NativeSelect } from '#src/ui/native-select.tsx'
import { lastNumbered, pageNumbers } from './page-numbers.ts'

const SIZES = [10, 20, 50, 100]
export type PagerMove = { page?: number; cursor?: string }

type PagerProps = {
  page: number
  limit: number
  total: number
  /** Set when the page has no number. */
  cursor: string | undefined
  cursors?: { previous: string | null; next: string | null }
  /** The rows on screen still belong to the page shown before. The arrow buttons wait until the new rows arrive. */
  waiting: boolean
  onMove(move: PagerMove): void
  onLimit(limit: number): void
  children?: ReactNode
}

/** The pages of a list. Page numbers lead to the first pages. Beyond them the user moves from page to page. */
export function Pager({ page, limit, total, cursor, cursors, waiting, onMove, onLimit, children }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / limit))
  const lastNumber = Math.min(pages, lastNumbered(limit))
  const beyond = pages > lastNumber
  const numbered = cursor === undefined
  const previous = (): PagerMove | undefined => {
    if (numbered) return page > 1 ? { page: page - 1 } : undefined
    return cursors?.previous ? { cursor: cursors.previous } : undefined
  }
  const next = (): PagerMove | undefined => {
    if (numbered && page < lastNumber) return { page: page + 1 }
    return (beyond || !numbered) && cursors?.next ? { cursor: cursors.next } : undefined
  }
  const button = (label: string, icon: ReactNode, move: PagerMove | undefined) => (
    // Not `disabled`, because a disabled button loses the focus at the end of the list.
    <IconButton
      label={label}
      size="sm"
      aria-disabled={!move || undefined}
      onClick={() => move && !waiting && onMove(move)}
      className="aria-disabled:opacity-50"
    >
      {icon}
    </IconButton>
  )
  return (
    <nav
      aria-label={m.list_pages()}
      className="no-print no-scrollbar flex shrink-0 items-center gap-x-3 gap-y-2 text-sm text-muted max-sm:overflow-x-auto max-sm:whitespace-nowrap sm:flex-wrap"
    >
      {numbered && (
        <span className="tabular">
          {m.list_range({
            from: formatCount(total === 0 ? 0 : (page - 1) * limit + 1),
            to: formatCount(Math.min(total, page * limit)),
          })}
        </span>
      )}
      <PageSize limit={limit} onLimit={onLimit} />
      {children}
      {(pages > 1 || !numbered) && (
        <span className="flex items-center gap-0.5 max-sm:order-first sm:ml-auto">
          {(beyond || !numbered) &&
            button(
              m.list_first(),
              <ChevronFirst aria-hidden size={16} />,
              numbered && page === 1 ? undefined : { page: 1 },
            )}
          {button(m.list_previous(), <ChevronLeft aria-hidden size={16} />, previous())}
          {numbered && (
            <Numbers page={page} pages={lastNumber} more={beyond} onPage={(number) => onMove({ page: number })} />
          )}
          {button(m.list_next(), <ChevronRight aria-hidden size={16} />, next())}
          {(beyond || !numbered) &&
            button(
              m.list_last(),
              <ChevronLast aria-hidden size={16} />,
              cursor === 'last' ? undefined : { cursor: 'last' },
            )}
        </span>
      )}
    </nav>
  )
}

type NumbersProps = { page: number; pages: number; more: boolean; onPage(page: number): void }

function Numbers({ page, pages, more, onPage }: NumbersProps) {
  // With more pages beyond the numbers, the last number is not the last page. So only the current page shows it.
  const numbers = more && page < pages ? pageNumbers(page, pages).slice(0, -1) : pageNumbers(page, pages)
  return numbers.map((number, index) =>
    number === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: there are at most two ellipses, each at a fixed position
      <span key={`gap${index}`} aria-hidden className="px-1">
        …
      </span>
    ) : (
      <button
        key={number}
        type="button"
        aria-label={m.list_page({ page: number })}
        aria-current={number === page ? 'page' : undefined}
        onClick={() => onPage(number)}
        className={cx(
          'tabular h-7 min-w-7 rounded-md px-1.5 transition-colors pointer-coarse:h-11 pointer-coarse:min-w-11',
          number === page ? 'bg-accent-soft font-medium text-accent-ink' : 'hover:bg-hover hover:text-ink',
          number !== page && number !== 1 && number !== pages && 'max-sm:hidden',
        )}
      >
        {number}
      </button>
    ),
  )
}

function PageSize({ limit, onLimit }: Pick<PagerProps, 'limit' | 'onLimit'>) {
  const sizes = SIZES.includes(limit) ? SIZES : [...SIZES, limit].sort((one, other) => one - other)
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the select is inside
    <label className="flex shrink-0 items-center gap-1.5">
      {m.list_pageSize()}
      <NativeSelect
        size="sm"
        value={String(limit)}
        items={sizes.map((size) => ({ value: String(size), label: String(size) }))}
        onChange={(size) => onLimit(Number(size))}
      />
    </label>
  )
}
