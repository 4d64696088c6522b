import { Columns3Cog, ListFilter, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { Popup } from '#src/ui/popup.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { ColumnSettingsProps } from '../grid/column-settings.tsx'

const ColumnSettings = lazyPart(
  async () => (await import('../grid/column-settings.tsx')).ColumnSettings,
  <SkeletonRows rows={5} />,
)

type ListToolbarProps = {
  conditions: number
  filterOpen: boolean
  onFilterOpen(open: boolean): void
  onRefresh(): void
  settings: ColumnSettingsProps
}

/** The buttons beside the search: conditions, columns, refresh. */
export function ListToolbar({ conditions, filterOpen, onFilterOpen, onRefresh, settings }: ListToolbarProps) {
  const [columnsOpen, setColumnsOpen] = useState(false)
  const columnsButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        type="button"
        aria-expanded={filterOpen}
        aria-label={conditions > 0 ? m.filter_count({ count: conditions }) : m.filter_open()}
        data-tip={m.filter_open()}
        onClick={() => onFilterOpen(!filterOpen)}
        className={cx(buttonClass(), conditions > 0 && 'text-accent-ink')}
      >
        <ListFilter aria-hidden size={15} />
        <span className="max-md:hidden">{m.filter_open()}</span>
        {conditions > 0 && (
          <span className="tabular rounded-full bg-accent-soft px-1.5 text-xs font-semibold">{conditions}</span>
        )}
      </button>
      <span className="relative inline-flex">
        <IconButton
          ref={columnsButton}
          label={m.columns_open()}
          aria-haspopup="dialog"
          aria-expanded={columnsOpen}
          onClick={() => setColumnsOpen(!columnsOpen)}
        >
          <Columns3Cog aria-hidden size={16} />
        </IconButton>
        {columnsOpen && (
          <Popup
            label={m.columns_open()}
            trigger={columnsButton}
            onClose={() => setColumnsOpen(false)}
            className="w-80 max-sm:fixed max-sm:inset-x-3 max-sm:top-auto max-sm:w-auto"
          >
            <ColumnSettings {...settings} />
          </Popup>
        )}
      </span>
      <IconButton label={m.list_refresh()} onClick={onRefresh}>
        <RotateCw aria-hidden size={15} />
      </IconButton>
    </>
  )
}
