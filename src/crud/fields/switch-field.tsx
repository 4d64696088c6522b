import { m } from '#src/i18n/paraglide/messages.js'
import { FormField } from '#src/ui/field.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

/** A switch. Its value is 1 (on) or 0 (off). */
export function SwitchField({ placeholder: _none, disabled, ...rest }: FieldProps) {
  const { name, value, errors, set } = useBoundField<number>()
  return (
    <FormField {...rest} errors={errors}>
      <span className="flex h-8 items-center">
        <Switch
          name={name}
          checked={value === 1}
          onChange={(on) => set(on ? 1 : 0)}
          disabled={disabled}
          aria-label={rest.label}
        >
          {value === 1 ? m.status_enabled() : m.status_disabled()}
        </Switch>
      </span>
    </FormField>
  )
}
