const WANTED = 'ys-palette'

/** Opens the command palette, wherever in the page it is. */
export function openPalette(): void {
  window.dispatchEvent(new Event(WANTED))
}

export function onPaletteWanted(show: () => void): () => void {
  window.addEventListener(WANTED, show)
  return () => window.removeEventListener(WANTED, show)
}

export const isApple = (platform: string) => /^(mac|ip(hone|ad|od))/i.test(platform)

type Key = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'defaultPrevented' | 'target'
>

/**
 * Whether a key asks for the palette: ⌘K on a Mac, where Ctrl+K cuts a line off in every field, Ctrl+K elsewhere. In a
 * text with formats it makes a link, and in the middle of a Chinese word it is none of ours.
 */
export function isPaletteKey(event: Key, platform: string): boolean {
  if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || event.isComposing) return false
  if (event.defaultPrevented || (event.target instanceof HTMLElement && event.target.isContentEditable)) return false
  return isApple(platform) ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
}
