import { useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import type { Description } from '#src/resource/description.ts'
import { fieldErrors, formSchema } from '#src/resource/form-schema.ts'
import { blankValues, type FormValues } from '#src/resource/form-values.ts'
import { labelText } from '#src/resource/label.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { byField } from '../fields/cell-path.ts'
import { type Control, DescribedField } from '../fields/described-field.tsx'
import { useAppForm } from '../form/app-form.ts'
import { focusPath } from '../form/focus-field.ts'
import { RecordFormContext } from '../form/record-form-context.ts'
import { RelationLabels } from '../form/relation-labels.ts'
import { type BulkReply, type BulkTarget, sendBulkEdit } from './bulk-calls.ts'
import { BulkExamples } from './bulk-examples.tsx'
import { bulkEditableFields } from './bulk-fields.ts'
import { BulkApply, BulkFrame } from './bulk-frame.tsx'
import { useBulk } from './use-bulk.ts'

type BulkEditDialogProps = {
  resource: string
  description: Description
  target: BulkTarget
  count: number
  controls?: Record<string, Control>
  choicesOf(path: string): ChoiceSource
  onDone(answer: BulkReply): void
  onClose(): void
}

/** Changes chosen fields of many rows. The user enters the values, checks a preview and then applies the change. */
export function BulkEditDialog(props: BulkEditDialogProps) {
  const { resource, description, target, count, controls, choicesOf, onDone, onClose } = props
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const [fields] = useState(() => bulkEditableFields(description))
  const [labels] = useState(() => new RelationLabels())
  const [chosen, setChosen] = useState<readonly string[]>([])
  /** The entered values after validation. */
  const values = useRef<FormValues>({})
  const wanted = { fields: fields.filter(({ name }) => chosen.includes(name)) }
  const bulk = useBulk((preview, idempotencyKey) =>
    sendBulkEdit({ key: resource, target, values: values.current, preview, idempotencyKey }),
  )
  /** The errors of the entered values by path. Undefined when there are none. */
  const errorsOf = (value: FormValues) => {
    const parsed = v.safeParse(formSchema(wanted), pick(value, chosen))
    return parsed.success ? undefined : fieldErrors(parsed.issues)
  }
  const form = useAppForm({
    defaultValues: blankValues({ fields }),
    canSubmitWhenInvalid: true,
    validators: {
      onChange: ({ value }) => {
        const errors = errorsOf(value)
        return errors && { fields: byField(errors) }
      },
    },
    onSubmitInvalid: ({ value }) => {
      const [wrong] = Object.keys(errorsOf(value) ?? {})
      if (wrong !== undefined) focusPath(element.current, wrong)
    },
    onSubmit: ({ value }) => {
      const parsed = v.safeParse(formSchema(wanted), pick(value, chosen))
      if (!parsed.success || chosen.length === 0) return
      // Seam: the schema was built from these fields, so its output has the type of form values.
      values.current = parsed.output as FormValues
      void bulk.look()
    },
  })
  return (
    <BulkFrame
      bulk={bulk}
      onClose={onClose}
      size="lg"
      title={m.bulk_editTitle({ count: formatCount(count) })}
      changedLabel={m.bulk_changed()}
      footer={
        bulk.preview ? (
          <>
            <Button onClick={bulk.back}>{m.bulk_back()}</Button>
            <BulkApply bulk={bulk} onDone={onDone} variant="primary">
              {m.bulk_apply({ count: formatCount(bulk.preview.changed) })}
            </BulkApply>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{m.ui_cancel()}</Button>
            <Button variant="primary" type="submit" form={id} loading={bulk.busy} disabled={chosen.length === 0}>
              {m.bulk_preview()}
            </Button>
          </>
        )
      }
    >
      {bulk.preview && <BulkExamples result={bulk.preview} fields={wanted.fields} values={values.current} />}
      <RecordFormContext value={{ refusal: null, labels }}>
        <form
          id={id}
          ref={element}
          noValidate
          hidden={bulk.preview !== undefined}
          className="flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            void form.handleSubmit()
          }}
        >
          <p className="text-sm text-muted">{m.bulk_hint()}</p>
          {fields.map((field) => {
            const on = chosen.includes(field.name)
            return (
              <div key={field.name} className="rounded-md border border-line px-3 py-2">
                <Checkbox
                  checked={on}
                  onChange={(next) =>
                    setChosen(next ? [...chosen, field.name] : chosen.filter((name) => name !== field.name))
                  }
                >
                  {labelText(field.label)}
                </Checkbox>
                {on && (
                  <div className="mt-2" data-field={field.name}>
                    <form.AppField name={field.name}>
                      {() => (
                        <DescribedField
                          field={field}
                          control={controls?.[field.name]}
                          choicesOf={choicesOf}
                          editing={false}
                        />
                      )}
                    </form.AppField>
                  </div>
                )}
              </div>
            )
          })}
        </form>
      </RecordFormContext>
    </BulkFrame>
  )
}

function pick(values: FormValues, names: readonly string[]): FormValues {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
}
