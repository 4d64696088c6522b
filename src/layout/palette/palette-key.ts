import { isApple } from '#src/lib/shortcut.ts'

const WANTED = 'ys-palette'

/** Opens the command palette from anywhere in the page, by an event on the window. */
export function openPalette(): void {
  window.dispatchEvent(new Event(WANTED))
}

export function onPaletteWanted(show: () => void): () => void {
  window.addEventListener(WANTED, show)
  return () => window.removeEventListener(WANTED, show)
}

type Key = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'defaultPrevented' | 'target'
>

/**
 * Whether a key press opens the palette: ⌘K on Apple devices, Ctrl+K elsewhere. On a Mac, Ctrl+K deletes the rest of a
 * line in every field. Rich text uses the key for links, and an input method uses it during composition.
 */
export function isPaletteKey(event: Key, platform: string): boolean {
  if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || event.isComposing) return false
  if (event.defaultPrevented || (event.target instanceof HTMLElement && event.target.isContentEditable)) return false
  return isApple(platform) ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
}
