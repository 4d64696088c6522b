import { type ReactNode, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { cx } from '#src/lib/cx.ts'
import type { Description, Field } from '#src/resource/description.ts'
import { formOf, valuesOf } from '#src/resource/form-values.ts'
import type { Labels } from '#src/resource/labels.ts'
import { toaster } from '#src/ui/toast.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { formDraftKey } from './draft.ts'
import { dropDraft } from './draft-store.ts'
import { type RecordFormBase, RecordFormBody, type RecordFormBodyProps } from './record-form-body.tsx'
import { startValues } from './start-values.ts'
import { useUnsaved } from './use-unsaved.ts'

/** The fields of a form, by the type of its content. A description of a resource is one too. */
export type FormDescription<TForm extends object> = Pick<Description, 'form'> & {
  /** The draft of the form is stored under this key. */
  readonly key: string
  readonly fields: readonly Field<keyof TForm & string>[]
}

export type Submission<TForm> = {
  /** Only what differs from `values` of the form. Without `values`, everything. */
  changed: Partial<TForm>
  /** The version of the stored content, for the server to compare. */
  version: number | undefined
  /** The Idempotency-Key of this write: a repeat after a lost connection has the same. */
  key: string
}

/** `version`: the new version of the stored content. */
type Submitted = { msg?: string; data?: { version?: number } }

type RecordFormProps<TForm extends object> = {
  description: FormDescription<TForm>
  /** The stored content. Without it, the form begins with the defaults, and sends everything. */
  values?: TForm
  /**
   * Saves the content. Its errors appear in the form: messages by field at their fields (422), a newer version as a
   * choice between the two (409), anything else above the fields. The input always stays.
   */
  onSubmit(values: TForm, submission: Submission<TForm>): Promise<Submitted | undefined>
  /** The version of `values`. */
  version?: number
  /** Tells the drafts of several forms with the same description apart. */
  draft?: string
  /** The names of the relations in `values`. */
  labels?: Labels
  controls?: RecordFormBodyProps['controls']
  check?: RecordFormBodyProps['check']
  /** The choices of a relation. Only for descriptions with relations. */
  choicesOf?(path: string): ChoiceSource
  /** The values are only shown. The description says that no field can be written. */
  readOnly?: boolean
  /** Tells the user that it was saved, in place of a message. */
  onSaved?(msg: string): void
  /** Closes the dialog around the form. Without it, the form has no button to cancel. */
  onCancel?(): void
  /** The surrounding component has a frame already. */
  bare?: boolean
}

/**
 * A form that stands alone in a page: settings, a profile, steps. It has the same abilities as the form of a resource:
 * rules at their fields, sections and steps, a draft that survives a reload, the question before input is lost. After
 * saving it stays, with the saved content.
 */
export function RecordForm<TForm extends object>(props: RecordFormProps<TForm>): ReactNode {
  const { description, values, onSubmit, version, controls, check, choicesOf = noChoices, readOnly, bare } = props
  const { timeZone } = useKit()
  const dirty = useRef(() => false)
  const draftName = formDraftKey(description.key, props.draft)
  useUnsaved({ isDirty: () => dirty.current(), drop: () => dropDraft(draftName) })

  const key = JSON.stringify([values, version])
  const read = () => ({ key, base: baseOf(props, timeZone) })
  const [given, setGiven] = useState(read)
  // The object stays the same while its content does. Newer content goes to the form.
  if (given.key !== key) setGiven(read())
  return (
    <div className={cx(!bare && 'rounded-lg border border-line bg-surface px-5 pt-5', readOnly && 'pb-5')}>
      <RecordFormBody
        description={description}
        base={given.base}
        draftName={draftName}
        controls={controls}
        check={check}
        choicesOf={choicesOf}
        heading={2}
        stays
        dirty={dirty}
        footer={readOnly ? null : 'below'}
        onCancel={props.onCancel}
        send={async (changed, saved, idempotencyKey, all) => {
          const submission = { changed: formOf<Partial<TForm>>(changed), version: saved?.version, key: idempotencyKey }
          const answer = await onSubmit(formOf<TForm>(all), submission)
          return { msg: answer?.msg ?? m.crud_saved(), data: { id: 0, version: answer?.data?.version } }
        }}
        onSaved={({ msg }) => (props.onSaved ? props.onSaved(msg) : toaster.success(msg))}
        onUnchanged={() => {}}
      />
    </div>
  )
}

function baseOf<TForm extends object>(
  { description, values, version, labels = {} }: RecordFormProps<TForm>,
  timeZone: string,
): RecordFormBase {
  if (!values) return { values: startValues(description, timeZone), labels }
  return { values: valuesOf(description, values), labels, saved: { id: 0, version: version ?? 0 } }
}

function noChoices(path: string): never {
  throw new Error(`the relation ${path} needs choicesOf`)
}
