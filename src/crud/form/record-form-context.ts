import { createContext, use } from 'react'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import { RelationLabels } from './relation-labels.ts'

/** The field errors that the server returned, and the values that it refused. */
export type FormRefusal = { errors: FieldErrors; values: FormValues }

type RecordFormState = {
  refusal: FormRefusal | null
  labels: RelationLabels
  /** Names of fields with a running upload. Saving now would leave the file out. */
  waiting?: Set<string>
  /** The key of the resource: the topic of files that are uploaded in its form. */
  topic?: string
}

export const RecordFormContext = createContext<RecordFormState>({ refusal: null, labels: new RelationLabels() })

export function useRecordFormContext(): RecordFormState {
  return use(RecordFormContext)
}
