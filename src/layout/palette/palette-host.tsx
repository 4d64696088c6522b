import { useEffect, useState } from 'react'
import { lazyDialog } from '#src/ui/lazy.tsx'
import type { PaletteProps } from './palette.tsx'
import { isPaletteKey, onPaletteWanted } from './palette-key.ts'
import { useRecentPages } from './recent-pages.ts'

const Palette = lazyDialog(
  async () => (await import('./palette.tsx')).Palette,
  ({ onClose }) => onClose(),
  { isOpen: ({ open }) => open, warm: 'later' },
)

/** `from` is the element that had the focus when the palette opened. */
type State = { open: boolean; loaded: boolean; from: HTMLElement | null }

/** The command palette of the back office. It loads when its shortcut or its button is used for the first time. */
export function PaletteHost(props: PaletteProps) {
  const [state, setState] = useState<State>({ open: false, loaded: false, from: null })
  useRecentPages(props.userId, props.menus, props.currentPath)
  useEffect(() => {
    const set = (open: (was: boolean) => boolean) => {
      const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null
      setState((old) => ({ open: open(old.open), loaded: true, from: old.open ? old.from : focused }))
    }
    const show = () => set(() => true)
    const press = (event: KeyboardEvent) => {
      if (!isPaletteKey(event, navigator.platform)) return
      event.preventDefault()
      set((was) => !was)
    }
    window.addEventListener('keydown', press)
    const stop = onPaletteWanted(show)
    return () => {
      window.removeEventListener('keydown', press)
      stop()
    }
  }, [])
  if (!state.loaded) return null
  return (
    <Palette
      {...props}
      open={state.open}
      from={state.from}
      onClose={() => setState((old) => ({ ...old, open: false }))}
    />
  )
}
