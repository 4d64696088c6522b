import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import type { ImportPlan } from '#src/server/import/plan.server.ts'
import type { ImportView } from '#src/server/import/view.server.ts'
import { CheckboxGroup, RadioGroup } from '#src/ui/choice-group.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { fieldLabel, isUnique } from './mapping.ts'
import { Remembered } from './remembered.tsx'
import type { Import } from './use-import.ts'

type ColumnRulesProps = { description: Description; imp: Import; view: ImportView; plan: ImportPlan }

const modeLabels = { both: m.import_modeBoth, add: m.import_modeAdd, update: m.import_modeUpdate }

/** Sets how the rows of the file match rows of the table, and what the import does with them. */
export function ColumnRules({ description, imp, view, plan }: ColumnRulesProps) {
  const { errors, byHand, place, change } = imp
  const { needed } = view.keys
  const possible = view.keys.possible.filter((name) => plan.mapping.includes(name))
  return (
    <div className="mt-4 grid gap-4 md:grid-cols-3">
      {view.lines === null && (
        <div ref={needed && plan.keys.length === 0 && imp.settled ? place : undefined} tabIndex={-1}>
          <FieldGroup
            label={m.import_keys()}
            hint={needed ? m.import_keysHint() : m.import_keysOptional()}
            errors={errors.keys?.slice(0, 1)}
            required={needed}
          >
            <CheckboxGroup
              items={possible.map((value) => ({ value, label: fieldLabel(description, value) }))}
              value={plan.keys}
              onChange={imp.setKeys}
            />
          </FieldGroup>
          {view.keys.remembered && !byHand.keys && (
            <Remembered busy={imp.busy} name={m.import_keys()} onForget={() => void imp.forget({ what: 'keys' })} />
          )}
          {plan.keys.length > 0 && !isUnique(view, plan.keys) && (
            <p className="mt-1 text-sm text-warning-ink">{m.import_keysNotUnique()}</p>
          )}
        </div>
      )}
      <FieldGroup label={m.import_mode()}>
        <RadioGroup
          items={view.modes.map((value) => ({ value, label: modeLabels[value]() }))}
          value={plan.mode}
          onChange={(next) => change({ mode: view.modes.find((one) => one === next) ?? plan.mode })}
        />
      </FieldGroup>
      {plan.mode !== 'add' && view.blanks.includes('clear') && (
        <FieldGroup label={m.import_blank()}>
          <RadioGroup
            items={[
              { value: 'keep', label: m.import_blankKeep() },
              { value: 'clear', label: m.import_blankClear() },
            ]}
            value={plan.blank}
            onChange={(next) => change({ blank: next === 'clear' ? 'clear' : 'keep' })}
          />
        </FieldGroup>
      )}
    </div>
  )
}
