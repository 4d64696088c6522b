import { createRoot } from 'react-dom/client'
import type { AskForProof } from '#src/backend/step-up.ts'
import { getProofProviders } from './proof.functions.ts'
import { ProofDialog } from './proof-dialog.tsx'

/**
 * Asks the user for a fresh proof, above whatever is on screen. It has a tree of its own, because any call of any page
 * may need it.
 */
export const askForProof: AskForProof = async (ways) => {
  const side = window.location.pathname.startsWith('/admin') ? 'admin' : 'user'
  const providers = ways.includes('provider') ? await getProofProviders({ data: { side } }) : []
  return new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const answer = (given: boolean) => {
      root.unmount()
      place.remove()
      resolve(given)
    }
    root.render(<ProofDialog side={side} ways={ways} providers={providers} onAnswer={answer} />)
  })
}
