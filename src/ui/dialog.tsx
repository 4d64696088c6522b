import type { DialogProps } from './dialog-parts.tsx'
import { lazyModule, useLazyModule } from './lazy.tsx'

const dialogParts = lazyModule(() => import('./dialog-parts.tsx'), { warm: 'later' })

/** A dialog. Only its body scrolls. It fills the screen under 640 px. Its code loads when the first one opens. */
export function Dialog(props: DialogProps) {
  const loaded = useLazyModule(dialogParts, props.open, props.onRequestClose)
  return loaded && <loaded.DialogContent {...props} />
}
