import type { DrawerProps } from './drawer-parts.tsx'
import { lazyModule, useLazyModule } from './lazy.tsx'

const drawerParts = lazyModule(() => import('./drawer-parts.tsx'), { warm: 'later' })

/** A panel at a side of the window. A click outside or Esc closes it. Its code loads when the first one opens. */
export function Drawer(props: DrawerProps) {
  const loaded = useLazyModule(drawerParts, props.open, props.onClose)
  return loaded && <loaded.DrawerContent {...props} />
}
