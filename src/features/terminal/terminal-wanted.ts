const WANTED = 'ys-terminal'

/** Opens the terminal from anywhere in the page, by an event on the window. */
export function openTerminal(): void {
  window.dispatchEvent(new Event(WANTED))
}

/** @returns unsubscribes */
export function onTerminalWanted(show: () => void): () => void {
  window.addEventListener(WANTED, show)
  return () => window.removeEventListener(WANTED, show)
}
