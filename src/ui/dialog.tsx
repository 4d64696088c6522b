import type { DialogProps } from './dialog-parts.tsx'
import { lazyModule, useLazyModule } from './lazy.tsx'

export type { DialogProps }

/** What dialogs are made of; `load` it where one is likely to open soon. */
export const dialogParts = lazyModule(() => import('./dialog-parts.tsx'))

/** A dialog whose body scrolls while head and buttons stay; the whole screen under 640 px. Loaded when the first opens. */
export function Dialog(props: DialogProps) {
  const loaded = useLazyModule(dialogParts, props.open, props.onRequestClose)
  return loaded && <loaded.DialogContent {...props} />
}
