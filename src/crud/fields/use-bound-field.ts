import { useStore } from '@tanstack/react-form'
import { useEntry } from '../entry-context.ts'
import { type FieldValue, sameValue } from '../entry-values.ts'
import { useFieldContext } from '../form-context.ts'

/** What every field gets. */
export type FieldProps = { label: string; hint?: string; required?: boolean; className?: string }

/**
 * The value of the field around it and its errors: its own once the person has left it or tried to save, and what the
 * server refused for as long as the refused value stands.
 */
export function useBoundField<T extends FieldValue>() {
  const field = useFieldContext<T>()
  const { refusal, labels } = useEntry()
  const tried = useStore(field.form.store, (state) => state.submissionAttempts > 0)
  const { value, meta } = field.state
  const own = (meta.isBlurred || tried ? meta.errors : []).filter((error: unknown) => typeof error === 'string')
  const refused = refusal && sameValue(refusal.values[field.name], value) ? (refusal.errors[field.name] ?? []) : []
  return {
    name: field.name,
    value,
    errors: own.length > 0 ? own : refused,
    labels,
    set: (next: T) => field.handleChange(next),
    leave: () => field.handleBlur(),
  }
}
