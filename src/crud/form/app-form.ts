import { createFormHook } from '@tanstack/react-form'
import { fieldContext, formContext } from './form-context.ts'

/** The form hook of all forms. A control reads its field from context (`useBoundField`). `DescribedField` picks it. */
export const { useAppForm } = createFormHook({ fieldContext, formContext, fieldComponents: {}, formComponents: {} })
