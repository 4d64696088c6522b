import type { AllowedHost } from '#src/lib/allowed-hosts.ts'

let known: readonly AllowedHost[] = []

/** The machines outside of the public network that this process may ask. */
export function allowedMachines(): readonly AllowedHost[] {
  return known
}

/** Makes the list known. The API does it when it is created. */
export function keepAllowedMachines(list: readonly AllowedHost[]): void {
  known = list
}
