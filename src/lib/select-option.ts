/** What distinguishes an account from others of the same name. */
export type PersonFacts = {
  /** The address of the picture; empty without one. */
  avatar: string
  /** The names of the organization and of those above it, the highest first. */
  organization: string
  /** The account cannot sign in. */
  locked: boolean
}

/**
 * An option of a remote select. `hint` distinguishes equal labels. `children` means that the option has children in a
 * tree. An account has `person`.
 */
export type SelectOption = {
  value: number | string
  label: string
  hint?: string
  children?: boolean
  person?: PersonFacts
}
