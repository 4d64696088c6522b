import { createRoot } from 'react-dom/client'
import type { Side } from '#src/lib/side.ts'
import { FactorDialog } from './factor-dialog.tsx'
import type { FactorSignIn } from './sign-in.functions.ts'

/** A sign-in that still needs the second factor. */
export type BegunSignIn = { side: Side; keep: boolean; token: string; ways: readonly string[] }

/**
 * Asks for the second factor, above the login form, which keeps what was typed. Undefined when the user goes back; a
 * text when the begun sign-in is over.
 */
export function askForFactor(begun: BegunSignIn): Promise<FactorSignIn | string | undefined> {
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const answer = (given: FactorSignIn | string | undefined) => {
      root.unmount()
      place.remove()
      resolve(given)
    }
    root.render(<FactorDialog begun={begun} onAnswer={answer} />)
  })
}
