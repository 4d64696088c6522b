import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { FactorPrompt } from './factor-prompt.tsx'
import { getProofOptions, giveProof } from './proof.functions.ts'

type ProofDialogProps = {
  side: Side
  /** What the account can prove with. */
  ways: readonly string[]
  onAnswer(given: boolean): void
}

/** Asks who has pressed a button that could take over the product to prove that they are who they are. */
export function ProofDialog({ side, ways, onAnswer }: ProofDialogProps) {
  return (
    <FactorPrompt
      title={m.proof_title()}
      text={m.proof_text()}
      submit={m.ui_confirm()}
      onClose={() => onAnswer(false)}
      ways={ways}
      send={async (given) => {
        await giveProof({ data: { side, given } })
        onAnswer(true)
      }}
      passkeyOptions={() => getProofOptions({ data: { side } })}
    />
  )
}
