import { useStore } from '@tanstack/react-form'
import { useFieldContext } from './form-context.ts'

/** The values of the whole form around a field. */
export function useFormValues(): Readonly<Record<string, unknown>> {
  const { form } = useFieldContext<unknown>()
  return useStore(form.store, (state): Record<string, unknown> => state.values)
}
