/** Whether a browser's `navigator.platform` is Apple's, where shortcuts use ⌘ instead of Ctrl. */
export const isApple = (platform: string) => /^(mac|ip(hone|ad|od))/i.test(platform)

/** A shortcut as `aria-keyshortcuts` writes it. `Mod` is Ctrl, and ⌘ on Apple devices: `Mod+K`, `Shift+F10`. */
export const ariaKeys = (keys: string, apple: boolean) => keys.replace('Mod', apple ? 'Meta' : 'Control')

const names: Record<string, string> = {
  Control: 'Ctrl',
  Delete: 'Del',
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Enter: '↵',
}
const appleNames: Record<string, string> = { Meta: '⌘', Control: '⌃', Shift: '⇧', Alt: '⌥' }

/** The keys of a shortcut as they are printed on keyboards. */
export function keyCaps(keys: string, apple: boolean): string[] {
  return ariaKeys(keys, apple)
    .split('+')
    .map((key) => (apple ? appleNames[key] : undefined) ?? names[key] ?? key)
}
