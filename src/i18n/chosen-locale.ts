/** Where the window keeps the language that somebody has chosen in it. */
export const CHOSEN = 'ys_langChosen'

/** The language that somebody has chosen in this window since the last sign-in. */
export function chosenHere(): string | null {
  try {
    return sessionStorage.getItem(CHOSEN)
  } catch {
    return null
  }
}

export function forgetChosen(): void {
  try {
    sessionStorage.removeItem(CHOSEN)
  } catch {
    // As above.
  }
}
