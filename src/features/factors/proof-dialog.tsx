import { proveAtProvider } from '#src/features/providers/prove-at-provider.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { FactorPrompt } from './factor-prompt.tsx'
import { getProofOptions, giveProof } from './proof.functions.ts'
import type { ProofProvider } from './use-factor.ts'

type ProofDialogProps = {
  side: Side
  /** What the account can prove with. */
  ways: readonly string[]
  /** The providers at which the account can sign in anew. */
  providers: readonly ProofProvider[]
  onAnswer(given: boolean): void
}

/** Asks who has pressed a button that could take over the product to prove that they are who they are. */
export function ProofDialog({ side, ways, providers, onAnswer }: ProofDialogProps) {
  return (
    <FactorPrompt
      title={m.proof_title()}
      text={side === 'user' ? m.proof_textMember() : m.proof_text()}
      submit={m.ui_confirm()}
      onClose={() => onAnswer(false)}
      ways={ways}
      providers={providers}
      visit={(provider, signal) => proveAtProvider(side, provider, signal)}
      send={async (given) => {
        await giveProof({ data: { side, given } })
        onAnswer(true)
      }}
      passkeyOptions={() => getProofOptions({ data: { side } })}
    />
  )
}
