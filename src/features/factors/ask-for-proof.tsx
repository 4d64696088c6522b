import type { AskForProof } from '#src/backend/step-up.ts'
import { askAbove } from '#src/ui/ask-above.tsx'
import { getProofProviders } from './proof.functions.ts'
import { ProofDialog } from './proof-dialog.tsx'

/** Asks the user for a fresh proof, above whatever is on screen. */
export const askForProof: AskForProof = async (ways) => {
  const side = window.location.pathname.startsWith('/admin') ? 'admin' : 'user'
  const providers = ways.includes('provider') ? await getProofProviders({ data: { side } }) : []
  return askAbove((answer) => <ProofDialog side={side} ways={ways} providers={providers} onAnswer={answer} />)
}
