import { layout } from '../config/layout-store.ts'

const WANTED = 'ys-shortcuts'

/** Opens the overview of the shortcuts from anywhere in the page, by an event on the window. */
export function openShortcuts(): void {
  window.dispatchEvent(new Event(WANTED))
}

export function onShortcutsWanted(show: () => void): () => void {
  window.addEventListener(WANTED, show)
  return () => window.removeEventListener(WANTED, show)
}

/** Where a letter is typed, or chooses an entry. */
const TAKES_LETTERS =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=menu], [role=listbox], [role=combobox]'

/**
 * The key that was pressed alone and means something everywhere: `/` or `?`. Undefined where letters are typed, below
 * an open dialog, and when the user has switched these keys off (WCAG 2.1.4).
 */
export function singleKey(event: KeyboardEvent): '/' | '?' | undefined {
  const { target } = event
  const key = event.key === '？' ? '?' : event.key
  if (key !== '/' && key !== '?') return undefined
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return undefined
  if (target instanceof Element && target.closest(TAKES_LETTERS)) return undefined
  if (document.querySelector('[aria-modal=true]')) return undefined
  return layout.read().singleKeys ? key : undefined
}

/** Moves the focus to the quick search of the list on the screen. Returns whether there is one. */
export function focusQuickSearch(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('main search input')
  const field = [...fields].find((one) => one.checkVisibility({ visibilityProperty: true }))
  field?.focus()
  field?.select()
  return field !== undefined
}
