import { useState } from 'react'

type Typed<T> = {
  value: T | string | null
  /** Formats the value for users. */
  format(value: T): string
  /** Parses the typed text: null for no value, undefined for an invalid text. */
  read(text: string): T | null | undefined
  onChange(value: T | string | null): void
}

/**
 * The text of an input for a value. While the user types, the text stays as typed; then it is formatted. A text that
 * cannot be parsed goes to `onChange` unchanged, so that the validation can report it.
 */
export function useTyped<T extends string | number>({ value, format, read, onChange }: Typed<T>) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = (one: T | string | null) => {
    if (one === null || one === '') return ''
    const known = typeof one === 'string' ? read(one) : one
    return known === null || known === undefined ? String(one) : format(known)
  }
  return {
    text: typed ?? shown(value),
    type: (text: string) => {
      setTyped(text)
      const found = text.trim() === '' ? null : read(text)
      onChange(found === undefined ? text : found)
    },
    /** Call it when the field loses the focus, or when something other than typing changes the value. */
    settle: () => setTyped(null),
  }
}
