import { useStore } from '@tanstack/react-form'
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { useStable } from '#src/lib/use-stable.ts'
import type { Description } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { formSchema } from '#src/resource/form-schema.ts'
import { changedValues, type FormValues, sameValue, valuesOf, writableFields } from '#src/resource/form-values.ts'
import type { Labels } from '#src/resource/labels.ts'
import { toaster } from '#src/ui/toast.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import type { WriteAnswer } from '../calls/crud-client.ts'
import type { FooterPlace } from './form-buttons.tsx'
import { useShareFormValues } from './form-scope.tsx'
import { partsInSight, ROWS_IN_SIGHT, RowsAtOnce } from './parts-in-sight.ts'
import { RecordFormConflict } from './record-form-conflict.tsx'
import { RecordFormContext } from './record-form-context.ts'
import { type RecordFormCheck, recordFormErrors, savedIn, settledValues, writtenValues } from './record-form-errors.ts'
import type { RecordFormFacts } from './record-form-facts.ts'
import type { RecordFormControls } from './record-form-fields.tsx'
import { RecordFormFooter } from './record-form-footer.tsx'
import { DraftNotice, RecordFormNotice } from './record-form-notice.tsx'
import { hasRail, recordFormParts } from './record-form-parts.ts'
import { RecordFormFrame, RecordFormRail } from './record-form-rail.tsx'
import { RecordFormSections, RecordFormSteps } from './record-form-sections.tsx'
import { RelationLabels } from './relation-labels.ts'
import { useDraft } from './use-draft.ts'
import { useFirstFocus } from './use-first-focus.ts'
import { useRecordForm } from './use-record-form.ts'
import { useRecordFormSteps } from './use-record-form-steps.ts'
import { useSave } from './use-save.ts'
import { useSaveKeys } from './use-save-keys.ts'
import { useWhole } from './use-whole.ts'

/** The initial content of a form: a new row, or a stored row with its version. */
export type RecordFormBase = { values: FormValues; labels: Labels; saved?: { id: number; version: number } }

export type RecordFormBodyProps = {
  description: Pick<Description, 'fields' | 'form'> & { readonly key?: string }
  base: RecordFormBase
  /** The storage key under which unsaved input survives a reload. */
  draftName: string
  controls?: RecordFormControls
  check?: RecordFormCheck
  choicesOf(path: string): ChoiceSource
  /**
   * Saves the content of the form.
   * @param body the changed fields of a stored row; all fields of a new one
   * @param values all fields
   */
  send(body: FormValues, saved: RecordFormBase['saved'], key: string, values: FormValues): Promise<WriteAnswer>
  /** @param goesOn the form of the next row opens now */
  onSaved(answer: WriteAnswer, values: FormValues, goesOn: boolean): void
  /** Without it, the form has no button to cancel. */
  onCancel?(): void
  /** There was nothing to send. @param tookTheirs the user resolved a conflict in favour of the stored version */
  onUnchanged(tookTheirs: boolean): void
  /** Another row follows: the label of the button that saves and goes on, and what it does then. */
  next?: { label: string; go(): void }
  facts?: RecordFormFacts
  /** Content below the fields. */
  foot?: ReactNode
  /** The level of the headings of sections. Default: 3, below the title of a dialog. */
  heading?: 2 | 3
  /** The form stays after it was saved. What was saved is then the content to compare with. */
  stays?: boolean
  /** Tells the surrounding component whether closing would lose input. */
  dirty: RefObject<() => boolean>
  /** The element into which the buttons render. */
  footer: FooterPlace
  /** Tells the surrounding dialog which element gets the focus. Without it, the focus stays where it is. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** A form built from a description, without its surroundings. `RecordForm` and `RecordFormDialog` are around it. */
export function RecordFormBody({ description, base: first, controls, choicesOf, next, ...props }: RecordFormBodyProps) {
  const { draftName, send, onSaved, onCancel, onUnchanged, stays, dirty, footer, initialFocus } = props
  const id = useId()
  const { timeZone } = useKit()
  const element = useRef<HTMLFormElement>(null)
  const [labels] = useState(() => new RelationLabels(first.labels))
  const draft = useDraft(draftName, first, labels, description)
  // `fresh`: the latest known version of the row. "Start over" returns to it.
  const [{ base, fresh }, setBases] = useState({ base: draft.base, fresh: first })
  const [schema] = useState(() => formSchema(first.saved ? withoutNewPassword(description) : description))
  const [parts] = useState(() => recordFormParts(description))
  const rail = hasRail(description)
  const [fields] = useState(() => writableFields(description))
  const [begun] = useState(() => partsInSight(parts, draft.values))
  const [whole, complete] = useWhole(begun === undefined)
  const goOn = useRef(false)
  const [waiting] = useState(() => new Set<string>())
  const [waits, setWaits] = useState(false)
  // A ref, because the next attempt needs a newer version before the next render.
  const saved = useRef(base.saved)
  const {
    save,
    saving,
    notice,
    refusal,
    stale,
    goOn: renew,
    resolved,
  } = useSave(
    (body, key, values) => send(body, saved.current, key, values),
    (name) => fields.some((field) => field.name === name),
  )

  const submit = async (value: FormValues, against: RecordFormBase) => {
    const settled = settledValues(description, value, timeZone)
    const values = valuesOf(description, writtenValues(schema, settled, savedIn(against)))
    const body = against.saved ? changedValues(against.values, values) : values
    const on = goOn.current ? next?.go : undefined
    if (Object.keys(body).length === 0) {
      if (!stays) draft.end()
      if (on) return on()
      toaster.hint(stale ? m.conflict_tookTheirs() : m.crud_noChanges())
      return onUnchanged(stale !== null)
    }
    const answer = await save(body, { shown: value, sent: values })
    if (!answer) return
    if (stays) settle(against, value, values, answer)
    else draft.end()
    onSaved(answer, values, on !== undefined)
    on?.()
  }

  const form = useRecordForm({
    description,
    schema,
    values: draft.values,
    check: props.check,
    stored: savedIn(base),
    onSubmit: (value) => submit(value, base),
    onWrong: (values) => steps.showFirst(values),
  })
  const steps = useRecordFormSteps({ form, parts, element, described: description, complete })

  const showRefused = useStable((paths: readonly string[]) => steps.show(paths))
  useEffect(() => {
    if (refusal) showRefused(Object.keys(refusal.errors))
  }, [refusal, showRefused])

  // Layout effects stop while the form's tab is hidden, but its content can still be lost. Insertion effects continue.
  useInsertionEffect(() => {
    dirty.current = () => Object.keys(changedValues(base.values, form.state.values)).length > 0
    return () => {
      dirty.current = () => false
    }
  }, [base, dirty, form])

  const keep = useStable((values: FormValues) => draft.keep(base, values))
  // A layout effect, because it ends before the fields go. Their last changes must not keep input that the user has
  // given up.
  useLayoutEffect(() => {
    const subscription = form.store.subscribe(() => keep(form.state.values))
    return () => subscription.unsubscribe()
  }, [form, keep])

  const put = (values: FormValues) => {
    for (const [name, value] of Object.entries(values)) form.setFieldValue(name, value)
  }
  /** Continues from the content that was saved. What the user has typed since it was sent stays. */
  const settle = (against: RecordFormBase, shown: FormValues, values: FormValues, { data }: WriteAnswer) => {
    const passwords = fields.filter(isSecret).map(({ name }) => [name, ''])
    const kept: FormValues = { ...values, ...Object.fromEntries(passwords) }
    const version = data.version ?? against.saved?.version
    const at = against.saved && version !== undefined ? { ...against.saved, version } : against.saved
    saved.current = at
    setBases({ base: { values: kept, labels: labels.all, saved: at }, fresh: { values: kept, labels: {}, saved: at } })
    const now = form.state.values
    put(Object.fromEntries(Object.entries(kept).filter(([name]) => sameValue(now[name], shown[name]))))
    draft.drop()
    renew()
  }
  /** Newer stored content: it is shown unless the user has changed something. */
  const adopt = useStable((next: RecordFormBase) => {
    // Most rows are loaded as they were known already.
    if ((base === fresh || dirty.current()) && sameBase(fresh, next) && labels.knows(next.labels)) return
    labels.merge(next.labels)
    if (dirty.current() || saving || stale) return setBases({ base, fresh: next })
    saved.current = next.saved
    setBases({ base: next, fresh: next })
    put(changedValues(form.state.values, next.values))
  })
  const known = useRef(first)
  useEffect(() => {
    if (known.current === first) return
    known.current = first
    adopt(first)
  }, [first, adopt])

  const startOver = () => {
    saved.current = fresh.saved
    setBases({ base: fresh, fresh })
    put(fresh.values)
    draft.drop()
  }

  const total = useStore(form.store, (state) => props.facts?.total?.(state.values))
  useFirstFocus(element, initialFocus)
  useShareFormValues(form)

  const rebase = (values: FormValues) => {
    if (!stale) return base
    const rebased = {
      values: valuesOf(description, stale.current),
      labels: stale.labels,
      saved: base.saved && { ...base.saved, version: stale.current.version },
    }
    saved.current = rebased.saved
    setBases({ base: rebased, fresh: rebased })
    put(values)
    resolved()
    return rebased
  }
  /** A value that the form kept and somebody else has changed is new now, and may have to be corrected first. */
  const saveMerged = (values: FormValues, against: RecordFormBase) => {
    const wrong = recordFormErrors(description, schema, values, props.check, savedIn(against))
    if (Object.keys(wrong).length === 0) void submit(values, against)
    // The rules know what is stored now once the form is shown again.
    else requestAnimationFrame(() => void form.handleSubmit())
  }
  const saveAs = (on: boolean) => {
    goOn.current = on
    setWaits(waiting.size > 0)
    if (!saving && waiting.size === 0) void form.handleSubmit()
  }

  useSaveKeys(element, () => saveAs(false))

  // Kept, because all controls render with it. `fresh`: they show the new names that have come with a newer row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer row
  const shared = useMemo(
    () => ({ refusal, labels, waiting, topic: description.key }),
    [refusal, labels, waiting, description.key, fresh],
  )

  return (
    <RecordFormContext value={shared}>
      <form
        ref={element}
        id={id}
        noValidate
        hidden={stale !== null}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          // Before the last step, a submit goes to the next step.
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
        {waits && <RecordFormNotice notice={{ kind: 'text', text: m.upload_wait() }} />}
        {notice && <RecordFormNotice notice={notice} />}
        {draft.restored && <DraftNotice clash={draft.restored === 'clash'} onStartOver={startOver} />}
        {steps.nav && <RecordFormSteps parts={parts} {...steps.nav} />}
        <RecordFormFrame
          rail={
            rail && (
              <RecordFormRail
                form={form}
                parts={parts}
                element={element}
                description={description}
                schema={schema}
                check={props.check}
                stored={savedIn(base)}
                facts={props.facts}
                complete={complete}
                surface={props.heading === 2 ? 'bg-surface' : 'bg-raised'}
              />
            )
          }
        >
          <RowsAtOnce value={whole ? Number.POSITIVE_INFINITY : ROWS_IN_SIGHT}>
            <RecordFormSections
              form={form}
              parts={whole || !begun ? parts : begun}
              controls={controls}
              choicesOf={choicesOf}
              all={fields}
              editing={first.saved !== undefined}
              step={steps.nav?.step}
              heading={props.heading ?? 3}
            />
          </RowsAtOnce>
          {whole && props.foot}
        </RecordFormFrame>
      </form>
      {stale && (
        <RecordFormConflict
          description={description}
          versions={{ base: base.values, mine: form.state.values, theirs: valuesOf(description, stale.current) }}
          labels={labels}
          theirLabels={stale.labels}
          footer={footer}
          saving={saving}
          onBack={rebase}
          onSave={(values) => saveMerged(values, rebase(values))}
        />
      )}
      {!stale && (
        <RecordFormFooter
          slot={footer}
          form={id}
          saving={saving}
          onCancel={onCancel}
          back={steps.back}
          goesOn={steps.on !== undefined}
          next={next && { label: next.label, save: () => saveAs(true) }}
          total={total}
        />
      )}
    </RecordFormContext>
  )
}

/** Whether two versions of a form's row are one, with the same content. */
function sameBase(one: RecordFormBase, other: RecordFormBase): boolean {
  return (
    one.saved?.version === other.saved?.version && Object.keys(changedValues(one.values, other.values)).length === 0
  )
}

/** An empty password field leaves the password of a stored row as it is. */
function withoutNewPassword({ fields }: Pick<Description, 'fields'>): Pick<Description, 'fields'> {
  return { fields: fields.map((field) => (isSecret(field) ? { ...field, required: false } : field)) }
}
