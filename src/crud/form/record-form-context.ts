import { createContext, use } from 'react'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { EntryValues } from '#src/resource/form-values.ts'
import { LabelBook } from '../list/relation-labels.ts'

/** What the server said about the fields, and of which values it said so. */
export type Refusal = { errors: FieldErrors; values: EntryValues }

type Entry = {
  refusal: Refusal | null
  labels: LabelBook
  /** Fields that something is still on its way to: saving now would leave it out. */
  waiting?: Set<string>
}

export const EntryContext = createContext<Entry>({ refusal: null, labels: new LabelBook() })

export function useEntry(): Entry {
  return use(EntryContext)
}
