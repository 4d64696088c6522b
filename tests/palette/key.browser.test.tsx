import { expect, test } from 'vitest'
import { isPaletteKey } from '#src/layout/palette/palette-key.ts'

const field = document.createElement('input')
const text = document.createElement('div')
text.contentEditable = 'true'
const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false }
const key = { ...none, key: 'k', defaultPrevented: false, target: field }

test.each([
  ['Ctrl+K on Windows and Linux', { ctrlKey: true }, 'Win32', true],
  ['Ctrl+K with caps lock', { ctrlKey: true, key: 'K' }, 'Linux x86_64', true],
  ['⌘K on a Mac', { metaKey: true }, 'MacIntel', true],
  ['Ctrl+K on a Mac, which cuts a line off', { ctrlKey: true }, 'MacIntel', false],
  ['the Windows key', { metaKey: true }, 'Win32', false],
  ['K alone', {}, 'Win32', false],
  ['Ctrl+Shift+K', { ctrlKey: true, shiftKey: true }, 'Win32', false],
  ['Ctrl+Alt+K', { ctrlKey: true, altKey: true }, 'Win32', false],
  ['another letter', { ctrlKey: true, key: 'l' }, 'Win32', false],
  ['a Chinese word that is being written', { ctrlKey: true, isComposing: true }, 'Win32', false],
  ['a key that somebody else has taken', { ctrlKey: true, defaultPrevented: true }, 'Win32', false],
  ['a text with formats, where it makes a link', { ctrlKey: true, target: text }, 'Win32', false],
])('%s', (_what, pressed, platform, opens) => {
  document.body.append(text)
  expect(isPaletteKey({ ...key, ...pressed }, platform)).toBe(opens)
  text.remove()
})
