import { createFormHook } from '@tanstack/react-form'
import { fieldContext, formContext } from './form-context.ts'

/** The one form hook. Controls find their field in its context (`useBoundField`); `DescribedField` picks them. */
export const { useAppForm } = createFormHook({ fieldContext, formContext, fieldComponents: {}, formComponents: {} })
