import { useStore } from '@tanstack/react-form'
import { useDeferredValue, useMemo } from 'react'
import { isShown } from '#src/resource/cross-checks.ts'
import type { Description } from '#src/resource/description.ts'
import { isTable } from '#src/resource/field-traits.ts'
import type { formSchema } from '#src/resource/form-schema.ts'
import { type FormValues, isBlank, sameValue } from '#src/resource/form-values.ts'
import { useRecordFormContext } from './record-form-context.ts'
import { fieldIn, type RecordFormCheck, recordFormErrors } from './record-form-errors.ts'
import type { RecordFormPart } from './record-form-parts.ts'
import type { RecordFormApi } from './use-record-form.ts'

/** `wrong`: the number of errors that the user has seen. `complete`: it is not empty, and nothing is wrong. */
export type PartState = { wrong: number; complete: boolean }

type Options = {
  form: RecordFormApi
  parts: readonly RecordFormPart[]
  description: Pick<Description, 'fields'>
  schema: ReturnType<typeof formSchema>
  check: RecordFormCheck | undefined
  stored: FormValues | undefined
}

/** The states of the parts of a form. Errors count from the moment when the fields show them. */
export function usePartStates({ form, parts, description, schema, check, stored }: Options): PartState[] {
  const { refusal } = useRecordFormContext()
  const tried = useStore(form.store, (state) => state.submissionAttempts > 0)
  const names = description.fields.map(({ name }) => name)
  // A text, because the store compares what it selects.
  const left = useStore(form.store, (state) => names.filter((name) => state.fieldMeta[name]?.isBlurred).join(' '))
  // The checks of a long form take longer than a key press may.
  const values = useDeferredValue(useStore(form.store, (state) => state.values))
  const seen = new Set(left.split(' '))
  const own = useMemo(
    () => Object.keys(recordFormErrors(description, schema, values, check, stored)),
    [description, schema, values, check, stored],
  )
  const refused = Object.keys(refusal?.errors ?? {}).filter((path) => {
    const name = fieldIn(path)
    return !own.includes(path) && sameValue(refusal?.values[name] ?? null, values[name] ?? null)
  })
  return parts.map(({ fields }) => {
    const shown = fields.filter((field) => isShown(field, values))
    const mine = new Map(shown.map((field) => [field.name, field]))
    const wrong = own.filter((path) => {
      const field = mine.get(fieldIn(path))
      // A table shows the errors of a cell after this cell was left, which is not known here.
      return field && (tried || (seen.has(field.name) && !isTable(field)))
    })
    const stopped = refused.filter((path) => mine.has(fieldIn(path)))
    const hasErrors = stopped.length > 0 || own.some((path) => mine.has(fieldIn(path)))
    return {
      wrong: wrong.length + stopped.length,
      complete: !hasErrors && shown.some(({ name }) => !isBlank(values[name])),
    }
  })
}
