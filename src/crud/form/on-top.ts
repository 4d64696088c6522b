/** Whether no dialog is over an element. */
export function isOnTop(element: HTMLElement | null): boolean {
  if (!element || element.hidden) return false
  const top = [...document.querySelectorAll('[aria-modal=true]')].at(-1)
  return !top || top.contains(element)
}
