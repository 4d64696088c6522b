import { X } from 'lucide-react'
import { cx } from '#src/lib/cx.ts'
import { panelId, tabId } from './tab-path.ts'

/** The data of a tab in the bar. `href` is the URL of the page with the tab's search. */
export type BarTab = { path: string; title: string; href: string }

type TabItemProps = {
  tab: BarTab
  active: boolean
  /** The tab is the bar's stop of the Tab key. The arrow keys move between the tabs. */
  stop: boolean
  closable: boolean
  dragged: boolean
  /** Offset in pixels: of the dragged tab, or of a tab that makes room for it. */
  shift: number
  dragging: boolean
}

/** One tab. The surrounding bar handles all its events. */
export function TabItem({ tab, active, stop, closable, dragged, shift, dragging }: TabItemProps) {
  return (
    <div
      role="presentation"
      data-path={tab.path}
      data-active={active || undefined}
      style={shift === 0 ? undefined : { translate: `${shift}px` }}
      className={cx(
        'drag-grip group relative flex h-(--tab-height,2rem) max-w-56 shrink-0 items-center rounded-(--tab-radius,6px)',
        dragged ? 'drag-held z-20' : 'z-10',
        dragged && !active && 'bg-(--bar-hover,var(--hover))',
        dragging && !dragged && 'transition-[translate]',
        active
          ? 'text-(--tab-active-ink,var(--accent-ink))'
          : 'text-(--tab-ink,var(--ink)) hover:bg-(--bar-hover,var(--hover))',
      )}
    >
      <a
        role="tab"
        id={tabId(tab.path)}
        href={tab.href}
        aria-selected={active}
        aria-controls={active ? panelId(tab.path) : undefined}
        aria-keyshortcuts="Delete Shift+F10 Shift+ArrowLeft Shift+ArrowRight"
        tabIndex={stop ? 0 : -1}
        draggable={false}
        title={tab.title}
        className={cx(
          'flex h-full min-w-0 items-center rounded-[inherit] pl-3 -outline-offset-2',
          closable ? 'pr-1' : 'pr-3',
        )}
      >
        <span className="truncate">{tab.title}</span>
      </a>
      {closable && (
        // For the pointer only. Keyboard users close the focused tab with the Delete key or its menu.
        <button
          type="button"
          aria-hidden
          tabIndex={-1}
          data-close
          className="mr-1.5 grid size-6 shrink-0 place-items-center rounded-full opacity-60 hover:bg-(--bar-hover,var(--hover)) hover:opacity-100"
        >
          <X size={13} />
        </button>
      )}
    </div>
  )
}
