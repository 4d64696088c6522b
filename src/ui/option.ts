/** One option of a select, combobox or menu. For a row, the value is its id as text. */
export type ChoiceOption = {
  value: string
  label: string
  hint?: string
  disabled?: boolean
  /** The address of a picture before the label. Empty: the first character of the label. */
  picture?: string
  /** A second line. */
  detail?: string
  /** A tag after the label, for what is wrong with this option. */
  mark?: string
}
