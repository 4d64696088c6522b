import { useEffect, useState } from 'react'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { openPalette } from '../palette/palette-key.ts'
import { focusQuickSearch, onShortcutsWanted, openShortcuts, singleKey } from './shortcut-keys.ts'

const ShortcutsDialog = lazyDialog(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  ({ onClose }) => onClose(),
  { isOpen: ({ open }) => open, warm: 'later' },
)

/** Handles `/` and `?` for the whole back office, and shows the overview of the shortcuts. */
export function ShortcutsHost() {
  const [open, setOpen] = useState<boolean>()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = singleKey(event)
      if (key === undefined) return
      event.preventDefault()
      if (key === '?') openShortcuts()
      // A page without a list is searched by the search of the back office.
      else if (!focusQuickSearch()) openPalette()
    }
    addEventListener('keydown', press)
    const stop = onShortcutsWanted(() => setOpen(true))
    return () => {
      removeEventListener('keydown', press)
      stop()
    }
  }, [])
  return open !== undefined && <ShortcutsDialog open={open} onClose={() => setOpen(false)} />
}
