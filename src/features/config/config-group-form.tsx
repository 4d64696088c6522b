import { useEffect, useMemo } from 'react'
import { FormScope } from '#src/crud/form/form-scope.tsx'
import { type FormDescription, RecordForm } from '#src/crud/form/record-form.tsx'
import { useFormValues } from '#src/crud/form/use-form-values.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import type { Field } from '#src/resource/description.ts'
import { relationTarget } from '#src/resource/field-traits.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { sameValue, valuesOf } from '#src/resource/form-values.ts'
import { type ConfigGroup, type ConfigItem, configCalls, recordChoices } from './config.queries.ts'
import { itemControl } from './item-control.tsx'
import { TestMail } from './test-mail.tsx'

type Values = Record<string, FieldValue>

type ConfigGroupFormProps = {
  group: ConfigGroup
  version: number
  may: { edit: boolean; del: boolean }
  onHistory(item: ConfigItem): void
  onDelete(item: ConfigItem): void
  onChanged(): Promise<unknown>
  /** Whether the form differs from what is stored. */
  onUnsaved(group: string, unsaved: boolean): void
}

/** The form of one group. It sends only the items that were changed in it. */
export function ConfigGroupForm({
  group,
  version,
  may,
  onHistory,
  onDelete,
  onChanged,
  onUnsaved,
}: ConfigGroupFormProps) {
  const { items, name } = group
  const description = useMemo(
    () => ({
      key: 'config',
      fields: items.flatMap((item) => item.fields.map((field) => shownField(item, field, may.edit))),
    }),
    [items, may.edit],
  )
  const values = useMemo<Values>(() => Object.assign({}, ...items.map((item) => item.values)), [items])
  const choicesOf = (path: string) => {
    const field = description.fields.find((one) => one.name === path)
    return recordChoices((field && relationTarget(field)?.resource) ?? '')
  }
  // Controls are kept, because a field whose control is another one loses what it shows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callbacks do the same with every render
  const controls = useMemo(
    () =>
      Object.fromEntries(
        items.flatMap((item) =>
          item.fields.map((field, at) => [
            field.name,
            itemControl({
              item,
              field: shownField(item, field, may.edit),
              first: at === 0,
              may,
              choicesOf,
              onHistory,
              onDelete,
              onChanged,
            }),
          ]),
        ),
      ),
    [items, may.edit, may.del],
  )
  if (items.length === 0)
    return (
      <p className="rounded-lg border border-line bg-surface px-5 py-10 text-center text-muted">
        {m.config_emptyGroup()}
      </p>
    )
  return (
    <FormScope>
      <RecordForm<Values>
        description={description}
        draft={name}
        values={values}
        version={version}
        controls={controls}
        choicesOf={choicesOf}
        readOnly={!may.edit}
        onSubmit={async (_all, { changed, version: seen, key }) => {
          const answer = await configCalls.save({ values: sent(changed), remove: [], version: seen }, key)
          await onChanged()
          return answer
        }}
      />
      <Unsaved description={description} values={values} onUnsaved={(is) => onUnsaved(name, is)} />
      {name === 'mail' && may.edit && <TestMail />}
    </FormScope>
  )
}

type UnsavedProps = { description: FormDescription<Values>; values: Values; onUnsaved(unsaved: boolean): void }

/** Tells whether the form of the same scope differs from what is stored. It renders with each keystroke, alone. */
function Unsaved({ description, values, onUnsaved }: UnsavedProps) {
  const form = useFormValues()
  const stored = useMemo(() => valuesOf(description, values), [description, values])
  // Without a form yet, there is nothing to save.
  const now = Object.keys(form).length > 0 ? valuesOf(description, form) : stored
  const unsaved = Object.entries(now).some(([name, value]) => !sameValue(value, stored[name]))
  const tell = useStable(onUnsaved)
  useEffect(() => tell(unsaved), [tell, unsaved])
  useEffect(() => () => tell(false), [tell])
  return null
}

/** What is fixed, or not for this user to change, is shown but not sent. */
function shownField(item: ConfigItem, field: Field, edit: boolean): Field {
  return item.fixed || !edit ? { ...field, addOnly: true } : field
}

function sent(changed: Partial<Values>): Values {
  return Object.fromEntries(
    Object.entries(changed).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
