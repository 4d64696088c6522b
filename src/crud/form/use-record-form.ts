import type { Description } from '#src/resource/description.ts'
import type { formSchema } from '#src/resource/form-schema.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import { byField } from '../fields/cell-path.ts'
import { useAppForm } from './app-form.ts'
import { type RecordFormCheck, recordFormErrors } from './record-form-errors.ts'

type Options = {
  description: Pick<Description, 'fields'>
  schema: ReturnType<typeof formSchema>
  values: FormValues
  check: RecordFormCheck | undefined
  /** The stored values of the row, if it is not new. */
  stored: FormValues | undefined
  onSubmit(values: FormValues): Promise<void>
  /** The user tried to save invalid values. */
  onWrong(values: FormValues): void
}

/** The form of a resource. Every change runs its validation, and each error appears at its field. */
export function useRecordForm({ description, schema, values, check, stored, onSubmit, onWrong }: Options) {
  return useAppForm({
    defaultValues: values,
    // Errors from the server stay until the next attempt, so they must not prevent it.
    canSubmitWhenInvalid: true,
    validators: {
      onChange: ({ value }) => {
        const fields = byField(recordFormErrors(description, schema, value, check, stored))
        return Object.keys(fields).length > 0 ? { fields } : undefined
      },
    },
    onSubmitInvalid: ({ value }) => onWrong(value),
    onSubmit: ({ value }) => onSubmit(value),
  })
}

export type RecordFormApi = ReturnType<typeof useRecordForm>
