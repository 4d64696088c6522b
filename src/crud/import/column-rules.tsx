import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import type { ImportPlan } from '#src/server/import/plan.server.ts'
import type { ImportView } from '#src/server/import/view.server.ts'
import { CheckboxGroup, RadioGroup } from '#src/ui/choice-group.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { fieldLabel } from './mapping.ts'

type ColumnRulesProps = {
  description: Description
  view: ImportView
  plan: ImportPlan
  error?: string
  onChange(patch: Partial<ImportPlan>): void
}

const modeLabels = { both: m.import_modeBoth, add: m.import_modeAdd, update: m.import_modeUpdate }

/** Sets how the rows of the file match rows of the table, and what the import does with them. */
export function ColumnRules({ description, view, plan, error, onChange }: ColumnRulesProps) {
  const possible = view.keys.possible.filter((name) => plan.mapping.includes(name))
  return (
    <div className="mt-4 grid gap-4 md:grid-cols-3">
      <FieldGroup label={m.import_keys()} hint={m.import_keysHint()} errors={error ? [error] : []} required>
        <CheckboxGroup
          items={possible.map((value) => ({ value, label: fieldLabel(description, value) }))}
          value={plan.keys}
          onChange={(keys) => onChange({ keys })}
        />
      </FieldGroup>
      <FieldGroup label={m.import_mode()}>
        <RadioGroup
          items={view.modes.map((value) => ({ value, label: modeLabels[value]() }))}
          value={plan.mode}
          onChange={(next) => onChange({ mode: view.modes.find((one) => one === next) ?? plan.mode })}
        />
      </FieldGroup>
      {plan.mode !== 'add' && (
        <FieldGroup label={m.import_blank()}>
          <RadioGroup
            items={[
              { value: 'keep', label: m.import_blankKeep() },
              { value: 'clear', label: m.import_blankClear() },
            ]}
            value={plan.blank}
            onChange={(next) => onChange({ blank: next === 'clear' ? 'clear' : 'keep' })}
          />
        </FieldGroup>
      )}
    </div>
  )
}
