import { useSyncExternalStore } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { toaster } from '#src/ui/toast.tsx'

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Whether the browser shows nothing but the page, and how to change that; says so where a browser cannot. */
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
      // Missing (on telephones), or forbidden by whoever frames this page.
      toaster.error(m.shell_noFullScreen())
    }
  }
  return [full, toggle]
}
