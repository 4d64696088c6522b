/** One choice of a select, combobox or menu; a row's number travels as text. */
export type ChoiceOption = { value: string; label: string; hint?: string; disabled?: boolean }
