import { expect, test } from 'vitest'
import { ariaKeys, isApple, keyCaps } from '#src/lib/shortcut.ts'

test.each([
  ['Mod+K', 'Ctrl K', '⌘ K'],
  ['Shift+F10', 'Shift F10', '⇧ F10'],
  ['Alt+ArrowUp', 'Alt ↑', '⌥ ↑'],
  ['Alt+PageDown', 'Alt PgDn', '⌥ PgDn'],
  ['Mod+Enter', 'Ctrl ↵', '⌘ ↵'],
  ['/', '/', '/'],
])('%s is %s, and on a Mac %s', (keys, usual, apple) => {
  expect(keyCaps(keys, false).join(' ')).toBe(usual)
  expect(keyCaps(keys, true).join(' ')).toBe(apple)
})

test('screen readers are told the key of this machine', () => {
  expect(ariaKeys('Mod+K', false)).toBe('Control+K')
  expect(ariaKeys('Mod+K', true)).toBe('Meta+K')
  expect(['MacIntel', 'iPhone', 'Win32', 'Linux x86_64'].map(isApple)).toEqual([true, true, false, false])
})
