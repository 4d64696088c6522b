/** What the dialogs about an account get. `of`: whether it belongs to the back office or to a member. */
export type AboutAccount = {
  of: 'user' | 'member'
  id: number
  name: string
  onClose(): void
  onChanged(): void
}
