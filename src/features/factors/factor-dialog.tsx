import { BackendError } from '#src/backend/backend-error.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { BegunSignIn } from './ask-for-factor.tsx'
import { FactorPrompt } from './factor-prompt.tsx'
import { type FactorSignIn, finishSignIn, getSignInOptions } from './sign-in.functions.ts'

type FactorDialogProps = { begun: BegunSignIn; onAnswer(given: FactorSignIn | string | undefined): void }

/** The second step of a sign-in. */
export function FactorDialog({ begun: { side, keep, token, ways }, onAnswer }: FactorDialogProps) {
  return (
    <FactorPrompt
      title={m.mfa_title()}
      text={m.mfa_needed()}
      submit={m.login_submit()}
      back={m.mfa_back()}
      onClose={() => onAnswer(undefined)}
      ways={ways}
      send={async (given) => {
        const answer = await finishSignIn({ data: { side, keep, token, given } })
        if (answer.ok) return onAnswer(answer)
        // Without a field, nothing that is given here leads further.
        if (!answer.errors) return onAnswer(answer.message)
        throw new BackendError(422, answer.message, { errors: answer.errors })
      }}
      passkeyOptions={() => getSignInOptions({ data: { side, token } })}
    />
  )
}
