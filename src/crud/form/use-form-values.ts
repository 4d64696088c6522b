import { useStore } from '@tanstack/react-form'
import type { Values } from '#src/features/exam-scheme/scheme-values.ts'
import { useFieldContext } from './form-context.ts'

/** All that the form around a field holds. */
export function useFormValues(): Values {
  const { form } = useFieldContext<unknown>()
  return useStore(form.store, (state): Values => state.values)
}
