import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import type { Field } from '#src/resource/description.ts'
import { operatorsOf } from '#src/resource/field-traits.ts'
import { labelText } from '#src/resource/label.ts'
import { Button } from '#src/ui/button.tsx'
import { Combobox } from '#src/ui/combobox.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { NativeSelect } from '#src/ui/native-select.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import {
  type DraftCondition,
  type DraftGroup,
  isDraftGroup,
  MAX_GROUP_DEPTH,
  newCondition,
  newGroup,
  withOperator,
  withPart,
} from './filter-draft.ts'
import { FilterValueEditor } from './filter-value-editor.tsx'
import { operatorText } from './operator-text.ts'

export type FilterContext = {
  fields: readonly Field[]
  sourceOf(field: Field): ChoiceSource | undefined
}

type FilterGroupProps = FilterContext & {
  group: DraftGroup
  depth?: number
  onChange(group: DraftGroup): void
  onRemove?(): void
  /** More buttons at the end of the line. */
  actions?: ReactNode
}

/** Edits a group of conditions. All or any of them must be true. A group may contain other groups. */
export function FilterGroupEditor({ group, depth = 1, onChange, onRemove, actions, ...context }: FilterGroupProps) {
  const [first] = context.fields
  const add = (part: DraftGroup['parts'][number]) => onChange({ ...group, parts: [...group.parts, part] })
  return (
    <fieldset
      className={cx(
        'flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2',
        depth > 1 && 'basis-full rounded-md border border-line bg-sunken p-2.5',
      )}
    >
      <legend className="sr-only">{m.filter_group()}</legend>
      {(group.parts.length > 1 || depth > 1) && (
        <div className="flex items-center gap-2 text-sm text-muted">
          <NativeSelect
            size="sm"
            aria-label={m.filter_join()}
            value={group.join}
            items={[
              { value: 'and', label: m.filter_all() },
              { value: 'or', label: m.filter_any() },
            ]}
            onChange={(join) => onChange({ ...group, join: join === 'or' ? 'or' : 'and' })}
          />
          {onRemove && (
            <IconButton label={m.filter_removeGroup()} size="sm" onClick={onRemove} className="ml-auto">
              <X aria-hidden size={14} />
            </IconButton>
          )}
        </div>
      )}
      {group.parts.map((part) =>
        isDraftGroup(part) ? (
          <FilterGroupEditor
            key={part.key}
            {...context}
            group={part}
            depth={depth + 1}
            onChange={(next) => onChange(withPart(group, part.key, next))}
            onRemove={() => onChange(withPart(group, part.key, undefined))}
          />
        ) : (
          <FilterCondition
            key={part.key}
            {...context}
            condition={part}
            onChange={(next) => onChange(withPart(group, part.key, next))}
            onRemove={() => onChange(withPart(group, part.key, undefined))}
          />
        ),
      )}
      {first && (
        <div className="ml-auto flex flex-wrap gap-1">
          <Button
            variant="ghost"
            size="sm"
            icon={<Plus aria-hidden size={14} />}
            onClick={() => add(newCondition(first))}
          >
            {m.filter_add()}
          </Button>
          {depth < MAX_GROUP_DEPTH - 1 && (
            <Button
              variant="ghost"
              size="sm"
              icon={<Plus aria-hidden size={14} />}
              onClick={() => add(newGroup(first))}
            >
              {m.filter_addGroup()}
            </Button>
          )}
          {actions}
        </div>
      )}
    </fieldset>
  )
}

type FilterConditionProps = FilterContext & {
  condition: DraftCondition
  onChange(condition: DraftCondition): void
  onRemove(): void
}

function FilterCondition({ condition, fields, sourceOf, onChange, onRemove }: FilterConditionProps) {
  const field = fields.find(({ name }) => name === condition.field) ?? fields[0]
  if (!field) return null
  const fitting = operatorsOf(field)
  // A saved view may have an operator that is no longer offered.
  const offered = fitting.includes(condition.operator) ? fitting : [...fitting, condition.operator]
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-2 max-sm:w-full">
      <Combobox
        aria-label={m.filter_field()}
        clearable={false}
        value={field.name}
        items={fields.map(({ name, label }) => ({ value: name, label: labelText(label) }))}
        onChange={(name) => {
          const next = fields.find((one) => one.name === name)
          if (next) onChange(newCondition(next))
        }}
        className="w-44 max-sm:w-[calc(50%-0.25rem)]"
      />
      <NativeSelect
        aria-label={m.filter_operator()}
        value={condition.operator}
        items={offered.map((one) => ({ value: one, label: operatorText(one, field) }))}
        onChange={(next) => {
          const operator = offered.find((one) => one === next)
          if (operator) onChange(withOperator(condition, operator))
        }}
        className="w-32 max-sm:w-[calc(50%-0.25rem)]"
      />
      <FilterValueEditor
        // The control keeps the typed value in its state, so another kind of value needs a new control.
        key={`${field.name} ${condition.operator}`}
        field={field}
        condition={condition}
        source={sourceOf(field)}
        onChange={(patch) => onChange({ ...condition, ...patch })}
      />
      <IconButton
        label={m.filter_remove({ field: labelText(field.label) })}
        onClick={onRemove}
        className="max-sm:ml-auto"
      >
        <X aria-hidden size={15} />
      </IconButton>
    </div>
  )
}
