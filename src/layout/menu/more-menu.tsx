import { Ellipsis } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/icon-button.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { Menu } from '#src/ui/menu.tsx'
import type { ClearCache } from '../clear-cache.tsx'

// Loaded when the menu opens. Wide screens show most of its entries in the top bar.
const MoreItems = lazyPart(async () => (await import('./more-items.tsx')).MoreItems)

/** The tools that do not fit into the top bar, in one menu. It uses the same breakpoints as `HeaderTools`. */
export function MoreMenu({ clearCache, className }: { clearCache?: ClearCache; className?: string }) {
  return (
    <Menu
      trigger={
        <IconButton label={m.shell_more()} className={className}>
          <Ellipsis size={18} />
        </IconButton>
      }
    >
      <MoreItems clearCache={clearCache} />
    </Menu>
  )
}
