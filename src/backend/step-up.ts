/** Asks the person for a fresh proof, in one of these ways, or for a new password. Returns whether it was given. */
export type AskForProof = (ways: readonly string[]) => Promise<boolean>

let ask: AskForProof | undefined
let asking: Promise<boolean> | undefined

/** Sets who asks. Only the browser sets it. */
export function askForProofWith(asker: AskForProof): void {
  ask = asker
}

/** Asks once for all calls that need a proof at the same time. */
export function proofGiven(ways: readonly string[]): Promise<boolean> {
  asking ??= (ask ? ask(ways) : Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}
