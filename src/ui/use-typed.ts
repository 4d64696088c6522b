import { useState } from 'react'

type Typed<T> = {
  value: T | string | null
  /** The value as people read it. */
  format(value: T): string
  /** The value of what was typed; null for nothing, undefined for what is none. */
  read(text: string): T | null | undefined
  onChange(value: T | string | null): void
}

/**
 * Text that stands for a value: while somebody types it stays as typed, and afterwards it is shown as it is usually
 * written. What cannot be read is handed on as it is, so that whoever checks can say so.
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
    /** Something else than typing has changed the value, or the field was left. */
    settle: () => setTyped(null),
  }
}
