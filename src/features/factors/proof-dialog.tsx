import { useId, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Side } from '#src/lib/side.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FactorForm } from './factor-form.tsx'
import { getProofOptions, giveProof } from './proof.functions.ts'

type ProofDialogProps = {
  side: Side
  /** What the account can prove with. */
  ways: readonly string[]
  onAnswer(given: boolean): void
}

/** Asks who has pressed a button that could take over the product to prove that they are who they are. */
export function ProofDialog({ side, ways, onAnswer }: ProofDialogProps) {
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open
      onRequestClose={() => !busy && onAnswer(false)}
      title={m.proof_title()}
      size="sm"
      initialFocus={field}
      footer={
        <>
          <Button onClick={() => onAnswer(false)} disabled={busy}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {m.ui_confirm()}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-muted">{m.proof_text()}</p>
      <FactorForm
        id={form}
        ways={ways}
        field={field}
        busy={busy}
        onBusy={setBusy}
        send={async (given) => {
          await giveProof({ data: { side, given } })
          onAnswer(true)
        }}
        passkeyOptions={() => getProofOptions({ data: { side } })}
      />
    </Dialog>
  )
}
