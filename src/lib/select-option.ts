/**
 * An option of a remote select. `hint` distinguishes equal labels. `children` means that the option has children in a
 * tree.
 */
export type SelectOption = { value: number | string; label: string; hint?: string; children?: boolean }
