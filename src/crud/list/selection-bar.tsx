import { Copy, Pencil, PencilLine, Trash, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'

type SelectionBarProps = {
  size: number
  /** The number of rows that "select all" selects. Set when the whole page is selected. */
  offerAll?: number
  /** The most rows that one call accepts. Set when the list has more rows than that. */
  atMost?: number
  onAll(): void
  onClear(): void
  onCopy?(): void
  onEditEach?(): void
  onEdit?(): void
  onDelete?(): void
  children?: ReactNode
}

/** The actions for the selected rows. The bar replaces the search. */
export function SelectionBar({ size, offerAll, atMost, onAll, onClear, children, ...on }: SelectionBarProps) {
  return (
    <div className="no-print flex min-w-0 flex-auto items-center gap-2 rounded-md bg-accent-soft px-2 py-0.5 max-sm:w-full max-sm:flex-none max-sm:flex-wrap sm:-my-0.5 sm:min-h-9">
      <p role="status" className="tabular shrink-0 text-sm font-medium text-accent-ink">
        {m.bulk_selected({ count: formatCount(size) })}
      </p>
      {offerAll !== undefined && (
        <button type="button" onClick={onAll} className="text-sm text-accent-ink underline underline-offset-2">
          {m.bulk_selectAll({ count: formatCount(offerAll) })}
        </button>
      )}
      {atMost !== undefined && (
        <p className="w-0 min-w-44 flex-1 text-xs text-muted">{m.bulk_atMost({ count: formatCount(atMost) })}</p>
      )}
      <span className="ml-auto flex flex-wrap items-center justify-end gap-1 max-sm:order-2 max-sm:ml-0 max-sm:w-full max-sm:justify-start">
        {on.onEditEach && (
          <Button size="sm" icon={<PencilLine aria-hidden size={14} />} onClick={on.onEditEach}>
            {m.bulk_editEach()}
          </Button>
        )}
        {on.onEdit && (
          <Button size="sm" icon={<Pencil aria-hidden size={14} />} onClick={on.onEdit}>
            {m.bulk_edit()}
          </Button>
        )}
        {on.onCopy && (
          <Button size="sm" icon={<Copy aria-hidden size={14} />} onClick={on.onCopy}>
            {m.bulk_copy()}
          </Button>
        )}
        {on.onDelete && (
          <Button size="sm" icon={<Trash aria-hidden size={14} />} onClick={on.onDelete} className="text-danger-ink">
            {m.crud_delete()}
          </Button>
        )}
        {children}
      </span>
      <IconButton label={m.bulk_clear()} size="sm" onClick={onClear} className="max-sm:order-1 max-sm:ml-auto">
        <X aria-hidden size={15} />
      </IconButton>
    </div>
  )
}
