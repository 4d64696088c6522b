import { type RefObject, useEffect, useId, useInsertionEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { toaster } from '#src/ui/toast.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import type { Labels, WriteAnswer } from '../calls/crud-client.ts'
import type { Description } from '#src/resource/description.ts'
import { EntryConflict } from './record-form-conflict.tsx'
import { EntryContext } from './record-form-context.ts'
import { type EntryCheck, settledValues } from './record-form-errors.ts'
import type { EntryControls } from './record-form-fields.tsx'
import { EntryFooter } from './record-form-footer.tsx'
import { DraftNotice, EntryNotice } from './record-form-notice.tsx'
import { entryParts } from './record-form-parts.ts'
import { EntrySections, EntrySteps } from './record-form-sections.tsx'
import { changedValues, type EntryValues, valuesOf, writableFields } from '#src/resource/form-values.ts'
import { formSchema } from '#src/resource/form-schema.ts'
import { useKit } from '../kit-context.ts'
import { LabelBook } from '../list/relation-labels.ts'
import { useDraft } from './use-draft.ts'
import { useEntryForm } from './use-record-form.ts'
import { useEntrySteps } from './use-record-form-steps.ts'
import { useFirstFocus } from './use-first-focus.ts'
import { useSave } from './use-save.ts'
import { useStable } from '#src/lib/use-stable.ts'

/** Where a form begins: an empty one, or a stored row with its version. */
export type EntryBase = { values: EntryValues; labels: Labels; stored?: { id: number; version: number } }

export type EntryFormProps = {
  description: Pick<Description, 'fields' | 'form'>
  base: EntryBase
  /** The name under which unsaved content outlives a reload. */
  draftName: string
  controls?: EntryControls
  check?: EntryCheck
  choicesOf(path: string): ChoiceSource
  send(body: EntryValues, stored: EntryBase['stored'], key: string): Promise<WriteAnswer>
  /** @param goesOn the next of several is edited now */
  onSaved(answer: WriteAnswer, values: EntryValues, goesOn: boolean): void
  onCancel(): void
  /** There was nothing to send. @param tookTheirs because a conflict was resolved for the stored version */
  onUnchanged(tookTheirs: boolean): void
  /** More are to be edited after this one. */
  next?: { left: number; go(): void }
  /** Tells the dialog around it whether something would be lost. */
  dirty: RefObject<() => boolean>
  /** Where the buttons go. */
  footer: HTMLElement | null
  /** Tells the dialog around it what is to have the focus. */
  initialFocus: RefObject<HTMLElement | null>
}

/** The form of a resource, made from its description. */
export function EntryForm({ description, base: first, controls, choicesOf, next, ...props }: EntryFormProps) {
  const { draftName, send, onSaved, onCancel, onUnchanged, dirty, footer, initialFocus } = props
  const id = useId()
  const { timeZone } = useKit()
  const element = useRef<HTMLFormElement>(null)
  const [labels] = useState(() => new LabelBook(first.labels))
  const draft = useDraft(draftName, first, labels, description)
  // `fresh`: the row as it was last seen, where starting over leads.
  const [{ base, fresh }, setBases] = useState({ base: draft.base, fresh: first })
  const [schema] = useState(() => formSchema(first.stored ? withoutNewPassword(description) : description))
  const [parts] = useState(() => entryParts(description))
  const fields = writableFields(description)
  const goOn = useRef(false)
  const [waiting] = useState(() => new Set<string>())
  const [waits, setWaits] = useState(false)
  // A newer version is known to the next try before it is drawn.
  const stored = useRef(base.stored)
  const { save, saving, notice, refusal, stale, resolved } = useSave(
    (body, key) => send(body, stored.current, key),
    (name) => fields.some((field) => field.name === name),
  )

  const submit = async (value: EntryValues, against: EntryBase) => {
    const values = valuesOf(description, v.parse(schema, settledValues(description, value, timeZone)))
    const body = against.stored ? changedValues(against.values, values) : values
    const on = goOn.current ? next?.go : undefined
    if (Object.keys(body).length === 0) {
      draft.end()
      if (on) return on()
      toaster.info(stale ? m.conflict_tookTheirs() : m.crud_noChanges())
      return onUnchanged(stale !== null)
    }
    const answer = await save(body, value)
    if (!answer) return
    draft.end()
    onSaved(answer, values, on !== undefined)
    on?.()
  }

  const form = useEntryForm({
    description,
    schema,
    values: draft.values,
    check: props.check,
    onSubmit: (value) => submit(value, base),
    onWrong: (values) => steps.showFirst(values),
  })
  const steps = useEntrySteps({ form, parts, element, described: description })

  const showRefused = useStable((paths: readonly string[]) => steps.show(paths))
  useEffect(() => {
    if (refusal) showRefused(Object.keys(refusal.errors))
  }, [refusal, showRefused])

  // Layout effects are undone while the form's tab is hidden, and its content is still there to be lost.
  useInsertionEffect(() => {
    dirty.current = () => Object.keys(changedValues(base.values, form.state.values)).length > 0
    return () => {
      dirty.current = () => false
    }
  }, [base, dirty, form])

  const keep = useStable((values: EntryValues) => draft.keep(base, values))
  useEffect(() => {
    const subscription = form.store.subscribe(() => keep(form.state.values))
    return () => subscription.unsubscribe()
  }, [form, keep])

  const put = (values: EntryValues) => {
    for (const [name, value] of Object.entries(values)) form.setFieldValue(name, value)
  }
  const startOver = () => {
    stored.current = fresh.stored
    setBases({ base: fresh, fresh })
    put(fresh.values)
    draft.drop()
  }

  useFirstFocus(element, initialFocus)

  const rebase = (values: EntryValues) => {
    if (!stale) return base
    const rebased = {
      values: valuesOf(description, stale.current),
      labels: stale.labels,
      stored: base.stored && { ...base.stored, version: stale.current.version },
    }
    stored.current = rebased.stored
    setBases({ base: rebased, fresh: rebased })
    put(values)
    resolved()
    return rebased
  }
  const saveAs = (on: boolean) => {
    goOn.current = on
    setWaits(waiting.size > 0)
    if (!saving && waiting.size === 0) void form.handleSubmit()
  }

  return (
    <EntryContext value={{ refusal, labels, waiting }}>
      <form
        ref={element}
        id={id}
        noValidate
        hidden={stale !== null}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          // Before the last step, saving is going on.
          if (steps.on) steps.on()
          else saveAs(false)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            saveAs(false)
          }
        }}
      >
        {waits && <EntryNotice notice={{ kind: 'text', text: m.upload_wait() }} />}
        {notice && <EntryNotice notice={notice} />}
        {draft.restored && <DraftNotice clash={draft.restored === 'clash'} onStartOver={startOver} />}
        {steps.nav && <EntrySteps parts={parts} {...steps.nav} />}
        <EntrySections
          form={form}
          parts={parts}
          controls={controls}
          choicesOf={choicesOf}
          all={fields}
          editing={first.stored !== undefined}
          step={steps.nav?.step}
        />
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
      {!stale && (
        <EntryFooter
          slot={footer}
          form={id}
          saving={saving}
          onCancel={onCancel}
          back={steps.back}
          goesOn={steps.on !== undefined}
          next={next && next.left > 0 ? { left: next.left, save: () => saveAs(true) } : undefined}
        />
      )}
    </EntryContext>
  )
}

/** Who edits a row leaves its password as it is by typing none. */
function withoutNewPassword({ fields }: Pick<Description, 'fields'>): Pick<Description, 'fields'> {
  return { fields: fields.map((field) => (field.type === 'password' ? { ...field, required: false } : field)) }
}
