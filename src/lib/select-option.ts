/** One choice of a remote select; `hint` tells equal labels apart. */
export type SelectOption = { value: number | string; label: string; hint?: string }
