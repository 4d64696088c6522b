import { useQuery } from '@tanstack/react-query'
import { Bookmark, ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { Popup } from '#src/ui/popup.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { type ListView, type SavedListView, viewsQuery } from './views.ts'

const ViewList = lazyPart(async () => (await import('./view-list.tsx')).ViewList, <SkeletonRows rows={3} />, {
  warm: 'later',
})

/** What a list or another page does with its views. */
export type ViewUse = {
  /** The key of the resource or page that the views belong to. */
  resource: string
  /** The view on screen. */
  view: SavedListView | undefined
  /** What is on screen differs from its view. */
  changed: boolean
  /** Whether what stands without a view is on screen. */
  isPlain: boolean
  /** What that is called, and a sentence about what a new view stores; by default those of lists. */
  texts?: { plain: string; hint: string }
  /** The present state, as the view on screen stores it. */
  state: ListView
  /** The state of a new view, when it is another one than `state`. */
  fresh?: ListView
  /** What a new view may store instead, when the user says so. */
  instead?: { label: string; state: ListView }
  /** Everybody may choose the view that the page begins with. */
  defaults?: boolean
  /** Opens a view, or none. */
  onOpen(view: SavedListView | undefined, hasDefault: boolean): void
  /** The present state is stored in the view on screen, or in a new one with this id. */
  onStored(added?: number): void
}

/** Shows the current view of a list or page, and opens the list of views. */
export function ViewButton(use: ViewUse) {
  const { view, changed } = use
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
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
          <ViewList {...use} onClose={() => setOpen(false)} />
        </Popup>
      )}
    </span>
  )
}

/** The saved view whose id is in the URL. */
export function useView(resource: string, id: number | undefined): SavedListView | undefined {
  const { data } = useQuery({ ...viewsQuery(resource), enabled: Boolean(id) })
  return data?.list.find((view) => view.id === id)
}
