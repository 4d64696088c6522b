/** One choice of a remote select; `hint` tells equal labels apart; `children`: more lie below it in a tree. */
export type SelectOption = { value: number | string; label: string; hint?: string; children?: boolean }
