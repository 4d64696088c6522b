import type { DrawerProps } from './drawer-parts.tsx'
import { lazyModule, useLazyModule } from './lazy.tsx'

const drawerParts = lazyModule(() => import('./drawer-parts.tsx'))

/** A panel from a side over a shade; a click beside it or Esc closes it. Loaded when the first opens. */
export function Drawer(props: DrawerProps) {
  const loaded = useLazyModule(drawerParts, props.open, props.onClose)
  return loaded && <loaded.DrawerContent {...props} />
}
