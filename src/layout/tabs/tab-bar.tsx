import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { ownScroll } from '../own-scroll.ts'
import { type BarTab, TabItem } from './tab-item.tsx'
import { tabKey } from './tab-keys.ts'
import type { MenuPlace, TabMenuActions } from './tab-menu.tsx'
import { useCloseFocus } from './use-close-focus.ts'
import { tabOf, useHighlight } from './use-highlight.ts'
import { shiftOf, useTabDrag } from './use-tab-drag.ts'

const TabMenu = lazyPart(async () => (await import('./tab-menu.tsx')).TabMenu, null, { place: 'over', warm: 'later' })

type TabBarProps = TabMenuActions & {
  tabs: readonly BarTab[]
  /** Path of the current page. Undefined when the page has no tab. */
  activePath: string | undefined
  onSelect(path: string): void
  onMove(path: string, to: number): void
  /** Called when the pointer is over a tab, so that its page can be preloaded. */
  onIntent?(path: string): void
}

/** The open tabs. Pointer and keyboard select, close and reorder them. Each tab has a context menu. */
export function TabBar({ tabs, activePath, onSelect, onMove, onIntent, ...on }: TabBarProps) {
  const list = useRef<HTMLDivElement>(null)
  const [focusPath, setFocusPath] = useState<string>()
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const [said, setSaid] = useState('')
  const drag = useTabDrag(list, {
    onMove: (path, place) => move(path, place),
    onCancel: (path) => setSaid(tabs.some((tab) => tab.path === path) ? m.sort_cancelled({ name: titleOf(path) }) : ''),
    onHold: (path, point) => openMenu(path, linkOf(path), point),
  })
  const activeAt = tabs.findIndex((tab) => tab.path === activePath)
  const highlight = useHighlight(list, activePath, shiftOf(drag, activeAt))
  const linkOf = (path: string) => list.current && tabOf(list.current, path)?.querySelector('a')
  const focus = (path: string) => linkOf(path)?.focus()
  const beforeClose = useCloseFocus({ list, tabs, activePath, focus })
  useWheel(list)
  useEffect(() => {
    if (!menu) return
    // Restores the focus, unless the chosen menu item has moved it elsewhere.
    return () => {
      if (document.activeElement === document.body && menu.opener.isConnected) menu.opener.focus()
    }
  }, [menu])

  const stop = (tabs.find((tab) => tab.path === focusPath) ?? tabs[activeAt] ?? tabs[0])?.path
  const close = (path: string) => {
    beforeClose(path)
    on.onClose(path)
  }
  const openMenu = (path: string, opener: HTMLElement | null | undefined, point?: { x: number; y: number }) => {
    if (!opener) return
    const { left, bottom } = opener.getBoundingClientRect()
    setMenu({ path, opener, at: point ?? { x: left, y: bottom } })
  }
  const titleOf = (path: string) => tabs.find((tab) => tab.path === path)?.title ?? ''
  const move = (path: string, place: number) => {
    onMove(path, place)
    setSaid(m.tabs_moved({ title: titleOf(path), place: place + 1, total: tabs.length }))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const path = pathUnder(event)
    const at = tabs.findIndex((tab) => tab.path === path)
    const action = tabKey(event, at, tabs.length)
    if (path === undefined || !action) return
    event.preventDefault()
    if (action.kind === 'focus') focus(tabs[action.place]?.path ?? path)
    else if (action.kind === 'select') onSelect(path)
    else if (action.kind === 'close') close(path)
    else if (action.kind === 'menu') openMenu(path, linkOf(path))
    else move(path, action.place)
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const path = pathUnder(event)
    // With a modifier key the browser opens the link in another browser tab or window.
    if (path === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (event.target instanceof Element && event.target.closest('[data-close]')) close(path)
    else onSelect(path)
  }
  return (
    <div className="no-print flex min-w-0 flex-1 items-center gap-1">
      <div
        ref={list}
        {...ownScroll}
        role="tablist"
        tabIndex={-1}
        aria-label={m.tabs_bar()}
        className={cx(
          'tab-scroll no-scrollbar relative flex min-w-0 overflow-x-auto py-(--tab-gap,0.25rem)',
          drag && 'cursor-grabbing',
        )}
        onClick={onClick}
        // Prevents the browser's auto-scroll with the middle button.
        onMouseDown={(event) => event.button === 1 && event.preventDefault()}
        onAuxClick={(event) => {
          const path = pathUnder(event)
          if (event.button !== 1 || path === undefined) return
          event.preventDefault()
          if (tabs.length > 1) close(path)
        }}
        onContextMenu={(event) => {
          const path = pathUnder(event)
          if (path === undefined) return
          event.preventDefault()
          openMenu(path, linkOf(path), { x: event.clientX, y: event.clientY })
        }}
        onKeyDown={onKeyDown}
        onPointerOver={(event) => {
          const path = pathUnder(event)
          if (path !== undefined && path !== activePath) onIntent?.(path)
        }}
        onFocus={(event) => setFocusPath(pathUnder(event))}
        onBlur={() => setFocusPath(undefined)}
      >
        <span
          ref={highlight}
          aria-hidden
          hidden
          className="tab-highlight absolute inset-y-(--tab-gap,0.25rem) left-0 rounded-(--tab-radius,6px) bg-(--tab-active,var(--surface)) shadow-low"
        />
        {tabs.map((tab, index) => (
          <TabItem
            key={tab.path}
            tab={tab}
            active={index === activeAt}
            stop={tab.path === stop}
            closable={tabs.length > 1}
            dragged={drag?.from === index}
            dragging={drag !== undefined}
            shift={shiftOf(drag, index)}
          />
        ))}
      </div>
      {tabs.length > 0 && (
        <IconButton
          size="sm"
          label={m.tabs_actions()}
          aria-haspopup="menu"
          onClick={(event) => activePath !== undefined && openMenu(activePath, event.currentTarget)}
          // The button keeps its space while it is invisible, or all tabs would shift when a new tab opens.
          // In a narrow window it is always at the right end: near the thumb, and not below the top bar's popups.
          className={cx('max-lg:ml-auto', activePath === undefined && 'invisible')}
        >
          <ChevronDown size={15} />
        </IconButton>
      )}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {menu && (
        <TabMenu
          {...on}
          onClose={close}
          place={menu}
          active={menu.path === activePath}
          single={tabs.length < 2}
          onLeave={() => setMenu(null)}
        />
      )}
    </div>
  )
}

function pathUnder({ target }: { target: EventTarget }): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-path]')?.dataset.path : undefined
}

/** Scrolls the bar sideways with a vertical mouse wheel. */
function useWheel(list: { readonly current: HTMLElement | null }) {
  useEffect(() => {
    const bar = list.current
    const turn = (event: WheelEvent) => {
      if (!bar || event.deltaX !== 0 || event.ctrlKey || bar.scrollWidth <= bar.clientWidth) return
      event.preventDefault()
      bar.scrollLeft += event.deltaY
    }
    // React's wheel listeners are passive and could not prevent the page from scrolling.
    bar?.addEventListener('wheel', turn, { passive: false })
    return () => bar?.removeEventListener('wheel', turn)
  }, [list])
}
