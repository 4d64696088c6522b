import { Menu as MenuIcon, X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/icon-button.tsx'

type SiteDrawerProps = { label: string; head: ReactNode; children: ReactNode; onToggle?(open: boolean): void }

/**
 * The menu of small screens, from the left over a shade. It is the browser's own popover: it opens before the page is
 * alive and without scripts, closes by Esc or a press beside it, and costs no code.
 */
export function SiteDrawer({ label, head, children, onToggle }: SiteDrawerProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const closeAfterLink = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) panel.current?.hidePopover()
  }
  // A window that becomes wide has the menu beside the page.
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
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link's own key press is a click */}
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
