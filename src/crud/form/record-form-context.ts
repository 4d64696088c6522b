import { createContext, use } from 'react'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import { RelationLabels } from '../list/relation-labels.ts'

/** What the server said about the fields, and of which values it said so. */
export type FormRefusal = { errors: FieldErrors; values: FormValues }

type RecordFormState = {
  refusal: FormRefusal | null
  labels: RelationLabels
  /** Fields that something is still on its way to: saving now would leave it out. */
  waiting?: Set<string>
}

export const RecordFormContext = createContext<RecordFormState>({ refusal: null, labels: new RelationLabels() })

export function useRecordFormContext(): RecordFormState {
  return use(RecordFormContext)
}
