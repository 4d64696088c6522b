import type { AskForProof } from '#src/backend/step-up.ts'
import { keptCode } from '#src/lib/line.ts'
import { NEW_PASSWORD } from '#src/lib/proof-way.ts'

const forPassword = keptCode(() => import('#src/features/auth/ask-for-password.tsx'))
const forProof = keptCode(() => import('#src/features/factors/ask-for-proof.tsx'))

/** Asks for what a refused call needs: a fresh proof, or a new password in place of an expired one. */
export const askPerson: AskForProof = async (ways) =>
  ways.includes(NEW_PASSWORD) ? (await forPassword()).askForPassword() : (await forProof()).askForProof(ways)
