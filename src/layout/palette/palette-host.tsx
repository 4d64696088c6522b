import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { PaletteProps } from './palette.tsx'
import { isPaletteKey, onPaletteWanted } from './palette-key.ts'
import { useRecentPages } from './recent-pages.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** The command palette of the back office: there for its key and its button, loaded when one of them is pressed first. */
export function PaletteHost(props: PaletteProps) {
  const [state, setState] = useState({ open: false, loaded: false })
  const from = useRef<HTMLElement>(null)
  useRecentPages(props.userId, props.menus, props.currentPath)
  useEffect(() => {
    const remember = () => {
      const { activeElement } = document
      // Not what lies in the palette itself, when its key is pressed to close it.
      if (activeElement instanceof HTMLElement && !activeElement.closest('[data-palette]')) from.current = activeElement
    }
    const show = () => {
      remember()
      setState({ open: true, loaded: true })
    }
    const press = (event: KeyboardEvent) => {
      if (!isPaletteKey(event, navigator.platform)) return
      event.preventDefault()
      remember()
      setState(({ open }) => ({ open: !open, loaded: true }))
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
    <Suspense>
      <Palette
        {...props}
        open={state.open}
        from={from.current}
        onClose={() => setState({ open: false, loaded: true })}
      />
    </Suspense>
  )
}
