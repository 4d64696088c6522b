import { useQuery } from '@tanstack/react-query'
import { Bookmark, ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { Popup } from '#src/ui/popup.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { ListSearch } from '../query/list-search.ts'
import type { LayoutState } from './use-list-layout.ts'
import { differs, type SavedListView, viewsQuery } from './views.ts'

const ViewList = lazyPart(async () => (await import('./view-list.tsx')).ViewList, <SkeletonRows rows={3} />, {
  warm: 'later',
})

export type ViewButtonProps = {
  resource: string
  search: ListSearch
  layout: LayoutState
  onSearch(search: ListSearch): void
}

/** Shows the current view of a list, and opens the list of views. */
export function ViewButton({ resource, search, layout, onSearch }: ViewButtonProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const view = useView(resource, search)
  const changed = view !== undefined && (layout.changed || differs(view, search))
  return (
    <span className="relative inline-flex">
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={view ? m.view_current({ name: view.name }) : m.view_open()}
        data-tip={m.view_open()}
        onClick={() => setOpen(!open)}
        className={buttonClass()}
      >
        <Bookmark aria-hidden size={15} />
        <span className="max-w-40 truncate max-sm:hidden">{view?.name ?? m.view_open()}</span>
        {changed && <span role="img" aria-label={m.view_changed()} className="size-1.5 rounded-full bg-accent" />}
        <ChevronDown aria-hidden size={14} className="text-subtle" />
      </button>
      {open && (
        <Popup
          label={m.view_title()}
          trigger={button}
          onClose={() => setOpen(false)}
          className="left-0 w-72 max-sm:fixed max-sm:inset-x-3 max-sm:top-auto max-sm:w-auto"
        >
          <ViewList
            resource={resource}
            search={search}
            layout={layout}
            view={view}
            changed={changed}
            onSearch={onSearch}
            onClose={() => setOpen(false)}
          />
        </Popup>
      )}
    </span>
  )
}

/** The saved view whose id is in the URL. */
export function useView(resource: string, search: ListSearch): SavedListView | undefined {
  const { data } = useQuery({ ...viewsQuery(resource), enabled: Boolean(search.view) })
  return data?.list.find(({ id }) => id === search.view)
}
