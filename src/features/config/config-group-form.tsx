import { useMemo } from 'react'
import { FormScope } from '#src/crud/form/form-scope.tsx'
import { RecordForm } from '#src/crud/form/record-form.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { relationTarget } from '#src/resource/field-traits.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
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
}

/** The form of one group. It sends only the items that were changed in it. */
export function ConfigGroupForm({ group, version, may, onHistory, onDelete, onChanged }: ConfigGroupFormProps) {
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
      {name === 'mail' && may.edit && <TestMail />}
    </FormScope>
  )
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
