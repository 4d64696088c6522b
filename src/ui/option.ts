/** One option of a select, combobox or menu. For a row, the value is its id as text. */
export type ChoiceOption = { value: string; label: string; hint?: string; disabled?: boolean }
