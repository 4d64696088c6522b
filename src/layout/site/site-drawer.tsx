import { Menu as MenuIcon, X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/icon-button.tsx'

type SiteDrawerProps = { label: string; head: ReactNode; children: ReactNode; onToggle?(open: boolean): void }

/**
 * The menu of small screens: a drawer from the left with a backdrop. It is a native popover, so it opens before
 * hydration and without scripts. Esc or a click beside it closes it, without code of our own.
 */
export function SiteDrawer({ label, head, children, onToggle }: SiteDrawerProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const closeAfterLink = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) panel.current?.hidePopover()
  }
  // A window that becomes wide shows the menu beside the page, so the drawer closes.
  useEffect(() => {
    const wide = matchMedia('(width >= 62rem)')
    const close = () => panel.current?.hidePopover()
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [])
  return (
    <>
      <IconButton label={m.shell_openMenu()} popoverTarget={id} className="size-9 desk:hidden">
        <MenuIcon size={18} />
      </IconButton>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key press on a link inside fires a click */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onClick={closeAfterLink}
        onToggle={(event) => onToggle?.(event.newState === 'open')}
        className="site-drawer"
      >
        <div className="flex h-(--header-height) items-center justify-between border-b border-line pr-2 pl-4">
          {head}
          <IconButton label={m.shell_closeMenu()} popoverTarget={id} popoverTargetAction="hide" className="size-9">
            <X size={18} />
          </IconButton>
        </div>
        {children}
      </div>
    </>
  )
}
