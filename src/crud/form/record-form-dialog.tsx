import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { useKit } from '#src/layout/kit-context.ts'
import { useStable } from '#src/lib/use-stable.ts'
import type { Description } from '#src/resource/description.ts'
import { type FormValues, formOf, valuesOf } from '#src/resource/form-values.ts'
import { labelInText } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { crudClient } from '../calls/crud-client.ts'
import { versionOf } from '../grid/version-of.ts'
import { copiedValues } from './copied-values.ts'
import { draftKey } from './draft.ts'
import { dropDraft } from './draft-store.ts'
import { type RecordFormBase, RecordFormBody, type RecordFormBodyProps } from './record-form-body.tsx'
import { hasRail } from './record-form-parts.ts'
import { RecordFormSkeleton } from './record-form-skeleton.tsx'
import { RowOrigin } from './row-origin.tsx'
import { startValues } from './start-values.ts'
import { useFormRow } from './use-form-row.ts'
import { useUnsaved } from './use-unsaved.ts'

/**
 * The row that the dialog edits: a new one, perhaps with initial values or with those of the row `from`, or a stored
 * one.
 */
export type RecordFormTarget =
  | { kind: 'add'; values?: FormValues; labels?: Labels; from?: number }
  | { kind: 'edit'; id: number }

type Row = object & { id: number; version?: number }

type RecordFormDialogProps<TRow extends Row, TForm> = Pick<
  RecordFormBodyProps,
  'controls' | 'check' | 'facts' | 'onSaved'
> & {
  resource: ReturnType<typeof crudClient<TRow, TForm>>
  description: Description
  target: RecordFormTarget
  open: boolean
  /** Set when several rows are edited one after another. */
  queue?: { at: number; count: number; next?: () => void }
  nameOf(row: TRow): string
  /** The address of the form is gone. The form closes, or asks first. */
  leaving?: boolean
  /** The user does not let the form close. */
  onStay?(): void
  /** @param changed the user accepted another user's version, so lists are out of date */
  onClose(changed?: boolean): void
}

/** Adds and edits a row in a dialog, a drawer or a page of its own. It asks before it discards input. */
export function RecordFormDialog<TRow extends Row, TForm>(props: RecordFormDialogProps<TRow, TForm>) {
  const { resource, description, target, open, queue, leaving = false, onStay, onClose } = props
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  const [asking, setAsking] = useState(false)
  const [told, setRow] = useState<TRow>()
  // Each new row that follows another one has a form of its own.
  const [round, setRound] = useState(0)
  const dirty = useRef(() => false)
  const initialFocus = useRef<HTMLElement>(null)
  const draftName = draftKey(resource.key, target)
  const leave = useStable(() => (dirty.current() ? setAsking(true) : onClose()))
  useEffect(() => {
    if (leaving && open) leave()
  }, [leaving, open, leave])
  const discard = () => {
    setAsking(false)
    dropDraft(draftName)
    onClose()
  }
  useUnsaved({ isDirty: () => dirty.current(), drop: () => dropDraft(draftName) }, open)

  const more = queue?.next
    ? { label: m.entry_saveNext({ count: queue.count - queue.at }), go: queue.next }
    : target.kind === 'add' && target.from === undefined
      ? { label: m.entry_saveAnother(), go: () => setRound(round + 1) }
      : undefined
  const form = {
    description,
    controls: props.controls,
    check: props.check,
    facts: props.facts,
    onSaved: props.onSaved,
    draftName,
    dirty,
    initialFocus,
    footer,
    next: more,
    // Seam: a description's field names are the keys of the form that is made from it.
    choicesOf: (path: string) => resource.choices(path as keyof TForm & string),
    send: (body: FormValues, saved: RecordFormBase['saved'], key: string) =>
      saved
        ? resource.edit({ ...formOf<Partial<TForm>>(body), ...saved }, key)
        : resource.add(formOf<TForm>(body), key),
    onCancel: leave,
    onUnchanged: onClose,
  }
  const { timeZone } = useKit()
  const stored = target.kind === 'edit' ? target.id : target.from
  const row = told?.id === stored ? told : undefined
  const { as = 'dialog', size = hasRail(description) ? 'xl' : 'lg' } = description.form ?? {}
  const state = row && target.kind === 'edit' ? props.facts?.state?.(row) : undefined

  return (
    <>
      <Dialog
        open={open}
        onRequestClose={leave}
        title={titleOf(props, row)}
        mark={state && <Tag tone={state.tone}>{state.text}</Tag>}
        size={size}
        look={as}
        initialFocus={initialFocus}
        footer={<div ref={setFooter} className="contents" />}
      >
        {stored === undefined ? (
          <BlankRecordForm
            key={round}
            {...form}
            start={() => ({ ...startValues(description, timeZone), ...(target.kind === 'add' ? target.values : {}) })}
            labels={target.kind === 'add' ? target.labels : undefined}
          />
        ) : (
          <SavedRecordForm
            key={stored}
            {...form}
            id={stored}
            copy={target.kind === 'add'}
            resource={resource}
            onRow={setRow}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={asking}
        title={m.crud_discardTitle()}
        confirmText={m.crud_discard()}
        danger
        onConfirm={discard}
        onCancel={() => {
          setAsking(false)
          onStay?.()
        }}
      >
        {m.crud_discardText()}
      </ConfirmDialog>
    </>
  )
}

/** The title of the form: what it adds, or the name of the row that it edits. */
function titleOf<TRow extends Row, TForm>(
  { description, target, queue, nameOf }: RecordFormDialogProps<TRow, TForm>,
  row: TRow | undefined,
): string {
  const title = labelInText(description.title)
  const name = row && nameOf(row)
  if (target.kind === 'add') return name === undefined ? m.crud_addTitle({ title }) : m.crud_copyTitle({ title, name })
  if (name === undefined) return m.crud_editTitle({ title })
  if (!queue || queue.count < 2) return m.crud_editName({ name })
  return m.crud_editNameOf({ name, at: queue.at, count: queue.count })
}

type FormProps = Omit<RecordFormBodyProps, 'base' | 'description'> & { description: Description }

type BlankRecordFormProps = FormProps & { start(): FormValues; labels: Labels | undefined }

/** The form of a new row. */
function BlankRecordForm({ start, labels = {}, ...form }: BlankRecordFormProps) {
  const [base] = useState(() => ({ values: start(), labels }))
  return <RecordFormBody {...form} base={base} />
}

type SavedRecordFormProps<TRow extends Row, TForm> = FormProps & {
  resource: ReturnType<typeof crudClient<TRow, TForm>>
  id: number
  /** The form adds a copy of the row. */
  copy: boolean
  onRow(row: TRow): void
}

/** The form of a stored row, or of a copy of it. It begins with what is known of the row, and takes over what loads. */
function SavedRecordForm<TRow extends Row, TForm>(props: SavedRecordFormProps<TRow, TForm>): ReactNode {
  const { id, resource, copy, onRow, ...form } = props
  const { description, dirty } = form
  const { answer, people, error, refetch } = useFormRow({ resource, description, id, whole: copy })
  const base = useMemo((): RecordFormBase | undefined => {
    if (!answer) return undefined
    const { row, labels, unique } = answer
    if (copy) return { values: copiedValues(description, row, unique), labels }
    return { values: valuesOf(description, row), labels, saved: { id, version: versionOf(row) } }
  }, [answer, copy, description, id])
  const row = answer?.row
  const tell = useStable(onRow)
  useEffect(() => {
    if (row) tell(row)
  }, [row, tell])

  const gone = error instanceof BackendError && error.code === 404
  if (!base || (gone && !dirty.current()))
    return gone ? (
      <ErrorState message={m.crud_rowGone()} />
    ) : error ? (
      <FailureState error={error} onRetry={refetch} />
    ) : (
      <RecordFormSkeleton description={description} />
    )
  return <RecordFormBody {...form} base={base} foot={!copy && row && <RowOrigin row={row} people={people} />} />
}
