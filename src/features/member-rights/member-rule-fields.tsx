import { type FieldProps, useBoundField } from '#src/crud/fields/use-bound-field.ts'
import { useFormValues } from '#src/crud/form/use-form-values.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import { memberPages, publicPages } from '#src/resource/member-pages.ts'
import { RadioGroup } from '#src/ui/choice-group.tsx'
import { FormField } from '#src/ui/field.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { Select } from '#src/ui/select.tsx'
import { memberRuleTypes } from './member-rule.schema.ts'

type Type = (typeof memberRuleTypes)[number]['value']

const lines: Record<Type, () => string> = {
  route: m.memberRule_typeHelp_route,
  menu_dir: m.memberRule_typeHelp_menu_dir,
  menu: m.memberRule_typeHelp_menu,
  nav_user_menu: m.memberRule_typeHelp_nav_user_menu,
  nav: m.memberRule_typeHelp_nav,
  button: m.memberRule_typeHelp_button,
}

/** The type of a rule, with a line for each about where it is seen. */
export function RuleTypeField({ placeholder: _none, disabled, ...rest }: FieldProps) {
  const { value, errors, set, leave } = useBoundField<string | null>()
  const items = memberRuleTypes.map((one) => ({
    value: one.value,
    label: labelText(one.label),
    detail: lines[one.value](),
  }))
  return (
    <FieldGroup {...rest} errors={errors}>
      <RadioGroup items={items} value={value} onChange={set} onBlur={leave} disabled={disabled} />
    </FieldGroup>
  )
}

/** The page that a rule shows, of those that there are. Only pages with a path of their own are on the public site. */
export function RulePageField({ placeholder, disabled, ...rest }: FieldProps) {
  const { name, value, errors, set, leave } = useBoundField<string | null>()
  const { type } = useFormValues()
  const pages = type === 'route' || type === 'nav' ? [...publicPages, ...memberPages] : memberPages
  const items = pages.map((page) => ({ value: page.value, label: labelText(page.label), hint: page.value }))
  return (
    <FormField {...rest} disabled={disabled} errors={errors}>
      <Select
        name={name}
        items={items}
        value={value || null}
        onChange={(next) => set(next ?? '')}
        onBlur={leave}
        placeholder={placeholder}
        clearable
        disabled={disabled}
      />
    </FormField>
  )
}
