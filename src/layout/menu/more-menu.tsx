import { Ellipsis } from 'lucide-react'
import { useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/icon-button.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { Menu } from '#src/ui/menu.tsx'
import type { ClearCache } from '../clear-cache.tsx'

const MoreItems = lazyPart(async () => (await import('./more-items.tsx')).MoreItems, null, { warm: 'later' })

/** The tools that few people need every day, in one menu: layout, language, theme, full screen, caches. */
export function MoreMenu({ clearCache }: { clearCache?: ClearCache }) {
  const button = useRef<HTMLSpanElement>(null)
  /** Opens a dialog after the menu has closed, with the focus on its button, where the dialog returns it. */
  const fromButton = (open: () => void) => () => {
    setTimeout(() => {
      button.current?.querySelector('button')?.focus()
      open()
    }, 50)
  }
  return (
    <span ref={button} className="inline-flex">
      <Menu
        trigger={
          <IconButton label={m.shell_more()}>
            <Ellipsis size={18} />
          </IconButton>
        }
      >
        <MoreItems clearCache={clearCache} fromButton={fromButton} />
      </Menu>
    </span>
  )
}
