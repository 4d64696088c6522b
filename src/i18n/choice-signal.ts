const KEY = 'ys_choice'

/** Tells the browser's other tabs that a language or a time format was chosen here. */
export function tellChoice(): void {
  try {
    localStorage.setItem(KEY, String(Date.now()))
  } catch {
    // The browser forbids storage: then other tabs show the choice when they load again.
  }
}

/**
 * Loads this tab again once another one has chosen a language or a time format: at once when it is in sight, else when
 * it comes into sight.
 * @param isBusy whether there is something that loading again would lose; then it waits
 */
export function watchChoice(isBusy: () => boolean): void {
  let due = false
  const settle = () => {
    if (due && !document.hidden && !isBusy()) window.location.reload()
  }
  window.addEventListener('storage', ({ key }) => {
    due ||= key === KEY
    settle()
  })
  document.addEventListener('visibilitychange', settle)
}
