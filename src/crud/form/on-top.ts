/** Whether an element is shown and no dialog is over it. Tabs hide the forms that are not open. */
export function isOnTop(element: HTMLElement | null): boolean {
  if (!element || element.closest('[hidden]')) return false
  const top = [...document.querySelectorAll('[aria-modal=true]')].at(-1)
  return !top || top.contains(element)
}
