import { SelectField } from '#src/crud/fields/select-field.tsx'
import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import { useFormValues } from '#src/crud/form/use-form-values.ts'
import { scopeOptions } from './role.schema.ts'
import { scopeHelp } from './scope-help.ts'

/** The data scope of a role, with a sentence about the chosen one. */
export function ScopeField(props: FieldProps) {
  const { scope } = useFormValues()
  return <SelectField {...props} hint={scopeHelp(scope)} field={{ options: scopeOptions }} />
}
