import { type RefObject, useEffect } from 'react'
import { useStable } from '#src/lib/use-stable.ts'
import { isOnTop } from './on-top.ts'

/** Ctrl+S saves, also from the buttons of the dialog. The browser does not offer to save the page. */
export function useSaveKeys(form: RefObject<HTMLElement | null>, save: () => void): void {
  const act = useStable((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!event.repeat && isOnTop(form.current)) save()
  })
  useEffect(() => {
    window.addEventListener('keydown', act)
    return () => window.removeEventListener('keydown', act)
  }, [act])
}
