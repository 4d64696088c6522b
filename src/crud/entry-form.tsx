import { type ReactNode, type RefObject, useEffect, useId, useInsertionEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { toaster } from '#src/ui/toast.tsx'
import type { Labels, WriteAnswer } from './crud-client.ts'
import { type Control, DescribedField, isWide } from './described-field.tsx'
import type { Description } from './description.ts'
import { EntryConflict } from './entry-conflict.tsx'
import { EntryContext } from './entry-context.ts'
import { EntryNotice } from './entry-notice.tsx'
import { changedValues, type EntryValues, valuesOf, writableFields } from './entry-values.ts'
import type { OptionsQuery } from './fields/options-query.ts'
import { focusField } from './focus-field.ts'
import { useAppForm } from './form.ts'
import { fieldErrors, formSchema } from './form-schema.ts'
import { LabelBook } from './label-book.ts'
import { useDraft } from './use-draft.ts'
import { useSave } from './use-save.ts'
import { useStable } from './use-stable.ts'

/** Where a form begins: an empty one, or a stored row with its version. */
export type EntryBase = { values: EntryValues; labels: Labels; stored?: { id: number; version: number } }

export type EntryFormProps = {
  description: Pick<Description, 'fields'>
  base: EntryBase
  /** The name under which unsaved content outlives a reload. */
  draftName: string
  controls?: Record<string, Control>
  optionsOf(field: string): OptionsQuery
  send(body: EntryValues, stored: EntryBase['stored'], key: string): Promise<WriteAnswer>
  onSaved(answer: WriteAnswer, values: EntryValues): void
  onCancel(): void
  /** There was nothing to send. @param tookTheirs because a conflict was resolved for the stored version */
  onUnchanged(tookTheirs: boolean): void
  /** Tells the dialog around it whether something would be lost. */
  dirty: RefObject<() => boolean>
  /** Where the buttons go. */
  footer: HTMLElement | null
  firstField?: string
}

/** The form of a resource, made from its description. */
export function EntryForm({ description, base: first, controls, optionsOf, ...props }: EntryFormProps) {
  const { draftName, send, onSaved, onCancel, onUnchanged, dirty, footer, firstField } = props
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const [base, setBase] = useState(first)
  const [labels] = useState(() => new LabelBook(first.labels))
  const draft = useDraft(draftName, base, labels)
  const [schema] = useState(() => formSchema(description))
  // A newer version is known to the next try before it is drawn.
  const stored = useRef(first.stored)
  const { save, saving, notice, refusal, stale, resolved } = useSave((body, key) => send(body, stored.current, key))

  const form = useAppForm({
    defaultValues: draft.values,
    // Errors of the server stand until another try; they must not keep people from making one.
    canSubmitWhenInvalid: true,
    validators: {
      onChange: ({ value }) => {
        const errors = Object.entries(fieldErrors(v.safeParse(schema, value).issues ?? []))
        const fields = Object.fromEntries(errors.map(([path, [sentence]]) => [path.split('.')[0] ?? path, sentence]))
        return errors.length > 0 ? { fields } : undefined
      },
    },
    onSubmitInvalid: ({ formApi }) => {
      const wrong = writableFields(description).find(({ name }) => formApi.getFieldMeta(name)?.errors.some(Boolean))
      if (wrong) focusField(element.current, wrong.name)
    },
    onSubmit: ({ value }) => submit(value, base),
  })

  const submit = async (value: EntryValues, against: EntryBase) => {
    const values = valuesOf(description, v.parse(schema, value))
    const body = against.stored ? changedValues(against.values, values) : values
    if (Object.keys(body).length === 0) {
      draft.drop()
      toaster.info(stale ? m.conflict_tookTheirs() : m.crud_noChanges())
      return onUnchanged(stale !== null)
    }
    const answer = await save(body, value)
    if (!answer) return
    draft.drop()
    toaster.success(answer.msg)
    onSaved(answer, values)
  }

  useEffect(() => {
    const wrong = refusal && writableFields(description).find(({ name }) => refusal.errors[name])
    if (wrong) focusField(element.current, wrong.name)
  }, [refusal, description])

  // Not a layout effect: those are undone while the form's tab is hidden.
  useInsertionEffect(() => {
    dirty.current = () => Object.keys(changedValues(base.values, form.state.values)).length > 0
    return () => {
      dirty.current = () => false
    }
  }, [base, dirty, form])

  const keep = useStable(draft.keep)
  useEffect(() => {
    const subscription = form.store.subscribe(() => keep(form.state.values))
    return () => subscription.unsubscribe()
  }, [form, keep])

  const startOver = () => {
    for (const [name, value] of Object.entries(base.values)) form.setFieldValue(name, value)
    draft.drop()
  }

  useEffect(() => {
    if (firstField) focusField(element.current, firstField)
  }, [firstField])

  const rebase = (values: EntryValues) => {
    if (!stale) return base
    const next = {
      values: valuesOf(description, stale.current),
      labels: stale.labels,
      stored: base.stored && { ...base.stored, version: stale.current.version },
    }
    stored.current = next.stored
    setBase(next)
    for (const [name, value] of Object.entries(values)) form.setFieldValue(name, value)
    resolved()
    return next
  }

  return (
    <EntryContext value={{ refusal, labels }}>
      <form
        ref={element}
        id={id}
        noValidate
        hidden={stale !== null}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (!saving) void form.handleSubmit()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) element.current?.requestSubmit()
        }}
        className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2"
      >
        {notice && (
          <div className="sm:col-span-2">
            <EntryNotice notice={notice} />
          </div>
        )}
        {draft.restored && (
          <div className="sm:col-span-2">
            <Banner
              tone="info"
              action={
                <Button size="sm" onClick={startOver}>
                  {m.crud_dropDraft()}
                </Button>
              }
            >
              {m.crud_draft()}
            </Banner>
          </div>
        )}
        {writableFields(description).map((field) => (
          <div key={field.name} data-field={field.name} className={isWide(field) ? 'sm:col-span-2' : undefined}>
            <form.AppField name={field.name}>
              {() => <DescribedField field={field} control={controls?.[field.name]} options={optionsOf(field.name)} />}
            </form.AppField>
          </div>
        ))}
      </form>
      {stale && (
        <EntryConflict
          description={description}
          versions={{ base: base.values, mine: form.state.values, theirs: valuesOf(description, stale.current) }}
          labels={labels}
          theirLabels={stale.labels}
          footer={footer}
          saving={saving}
          onBack={rebase}
          onSave={(values) => void submit(values, rebase(values))}
        />
      )}
      {!stale && <Footer slot={footer} form={id} saving={saving} onCancel={onCancel} />}
    </EntryContext>
  )
}

type FooterProps = { slot: HTMLElement | null; form: string; saving: boolean; onCancel(): void }

function Footer({ slot, form, saving, onCancel }: FooterProps): ReactNode {
  if (!slot) return null
  return createPortal(
    <>
      <Button onClick={onCancel}>{m.ui_cancel()}</Button>
      <Button type="submit" form={form} variant="primary" loading={saving}>
        {m.crud_save()}
      </Button>
    </>,
    slot,
  )
}
