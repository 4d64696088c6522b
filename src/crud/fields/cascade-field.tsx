import { CascadeSelect, type CascadeSource } from './cascade-select.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

/** A form's field for a code that the user chooses level by level. */
export function CascadeField({ levels, below, disabled, placeholder: _none, ...rest }: FieldProps & CascadeSource) {
  const { name, value, errors, labels, set, leave } = useBoundField<string | null>()
  return (
    <CascadeSelect
      {...rest}
      levels={levels}
      below={below}
      value={value ?? ''}
      errors={errors.slice(0, 1)}
      disabled={disabled}
      onChange={(chosen, path) => {
        if (chosen) labels.add(name, [{ value: chosen, label: path }])
        set(chosen)
      }}
      onBlur={leave}
    />
  )
}
