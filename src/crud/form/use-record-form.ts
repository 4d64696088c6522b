import { byField } from '../fields/cell-path.ts'
import type { Description } from '#src/resource/description.ts'
import { type EntryCheck, entryErrors } from './record-form-errors.ts'
import type { EntryValues } from '#src/resource/form-values.ts'
import { useAppForm } from './app-form.ts'
import type { formSchema } from '#src/resource/form-schema.ts'

type Options = {
  description: Pick<Description, 'fields'>
  schema: ReturnType<typeof formSchema>
  values: EntryValues
  check: EntryCheck | undefined
  onSubmit(values: EntryValues): Promise<void>
  /** Somebody tried to save what is wrong. */
  onWrong(values: EntryValues): void
}

/** A resource's form: its rules speak with every change, each at its place. */
export function useEntryForm({ description, schema, values, check, onSubmit, onWrong }: Options) {
  return useAppForm({
    defaultValues: values,
    // Errors of the server stand until another try; they must not keep people from making one.
    canSubmitWhenInvalid: true,
    validators: {
      onChange: ({ value }) => {
        const fields = byField(entryErrors(description, schema, value, check))
        return Object.keys(fields).length > 0 ? { fields } : undefined
      },
    },
    onSubmitInvalid: ({ value }) => onWrong(value),
    onSubmit: ({ value }) => onSubmit(value),
  })
}

export type EntryFormApi = ReturnType<typeof useEntryForm>
