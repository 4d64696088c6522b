/** What a call has saved of the user's own account, with the account's new version. */
export type OwnSaved = {
  version: number
  nickname?: string
  signature?: string
  gender?: number
  birthday?: string | null
  avatar?: string
  email?: string
  emailConfirmed?: true
  phoneConfirmed?: true
  phone?: string
  hasPassword?: true
}
