import type { AskForProof } from '#src/backend/step-up.ts'
import { NEW_PASSWORD } from '#src/lib/proof-way.ts'

/** Asks for what a refused call needs: a fresh proof, or a new password in place of an expired one. */
export const askPerson: AskForProof = async (ways) => {
  if (ways.includes(NEW_PASSWORD)) return (await import('#src/features/auth/ask-for-password.tsx')).askForPassword()
  return (await import('#src/features/factors/ask-for-proof.tsx')).askForProof(ways)
}
