import { createFormHook } from '@tanstack/react-form'
import { CascadeField } from './fields/cascade-field.tsx'
import { MultiSelectField } from './fields/multi-select-field.tsx'
import { RelationField } from './fields/relation-field.tsx'
import { SelectField } from './fields/select-field.tsx'
import { SwitchField } from './fields/switch-field.tsx'
import { TextField } from './fields/text-field.tsx'
import { TextareaField } from './fields/textarea-field.tsx'
import { fieldContext, formContext } from './form-context.ts'

/** The one form hook: its fields bring label, error and what screen readers need. */
export const { useAppForm } = createFormHook({
  fieldContext,
  formContext,
  fieldComponents: {
    CascadeField,
    MultiSelectField,
    RelationField,
    SelectField,
    SwitchField,
    TextField,
    TextareaField,
  },
  formComponents: {},
})
