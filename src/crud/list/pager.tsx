import { ChevronLeft, ChevronRight } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { pageNumbers } from './page-numbers.ts'

const SIZES = [10, 20, 50, 100]

type PagerProps = {
  page: number
  limit: number
  total: number
  onPage(page: number): void
  onLimit(limit: number): void
}

/** The pages of a list by number, and how many rows each has. */
export function Pager({ page, limit, total, onPage, onLimit }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / limit))
  const from = total === 0 ? 0 : (page - 1) * limit + 1
  const to = Math.min(total, page * limit)
  return (
    <nav
      aria-label={m.list_pages()}
      className="no-print flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted"
    >
      <span className="tabular">{m.list_range({ from, to })}</span>
      <PageSize limit={limit} onLimit={onLimit} />
      {pages > 1 && (
        <span className="ml-auto flex items-center gap-0.5">
          <IconButton label={m.list_previous()} size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft aria-hidden size={16} />
          </IconButton>
          {pageNumbers(page, pages).map((number, index) =>
            number === undefined ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: there are two gaps at the most, each in its place
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
                  'tabular h-7 min-w-7 rounded-md px-1.5 transition-colors',
                  number === page ? 'bg-accent-soft font-medium text-accent-ink' : 'hover:bg-hover hover:text-ink',
                  number !== page && number !== 1 && number !== pages && 'max-sm:hidden',
                )}
              >
                {number}
              </button>
            ),
          )}
          <IconButton label={m.list_next()} size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            <ChevronRight aria-hidden size={16} />
          </IconButton>
        </span>
      )}
    </nav>
  )
}

function PageSize({ limit, onLimit }: Pick<PagerProps, 'limit' | 'onLimit'>) {
  const sizes = SIZES.includes(limit) ? SIZES : [...SIZES, limit].sort((one, other) => one - other)
  return (
    <label className="flex items-center gap-1.5">
      {m.list_pageSize()}
      <select
        value={limit}
        onChange={(event) => onLimit(Number(event.target.value))}
        className="tabular h-7 rounded-md border border-line-button bg-surface px-1 text-ink"
      >
        {sizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </label>
  )
}
