import type { DialogProps } from './dialog-parts.tsx'
import { lazyModule, useLazyModule } from './lazy.tsx'

/** The code of dialogs. Call `load` where a dialog is likely to open soon. */
const dialogParts = lazyModule(() => import('./dialog-parts.tsx'))

/** A dialog. Only its body scrolls. It fills the screen under 640 px. Its code loads when the first one opens. */
export function Dialog(props: DialogProps) {
  const loaded = useLazyModule(dialogParts, props.open, props.onRequestClose)
  return loaded && <loaded.DialogContent {...props} />
}
