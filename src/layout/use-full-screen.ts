import { useSyncExternalStore } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { toaster } from '#src/ui/toast.tsx'

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Returns whether the page is in the browser's full-screen mode, and a toggle. A message shows when that fails. */
export function useFullScreen(): [full: boolean, toggle: () => Promise<void>] {
  const full = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null,
    () => false,
  )
  const toggle = async () => {
    try {
      if (document.fullscreenElement) await document.exitFullscreen()
      else await document.documentElement.requestFullscreen()
    } catch {
      // The browser has no full-screen mode (some phones), or the surrounding page of a frame forbids it.
      toaster.error(m.shell_noFullScreen())
    }
  }
  return [full, toggle]
}
