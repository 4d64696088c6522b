/** What the dialogs about an account get. */
export type AboutAccount = { id: number; name: string; onClose(): void; onChanged(): void }
