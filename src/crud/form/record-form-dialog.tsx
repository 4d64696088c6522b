import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { useStable } from '#src/lib/use-stable.ts'
import type { Description } from '#src/resource/description.ts'
import { type FormValues, formOf, valuesOf } from '#src/resource/form-values.ts'
import type { Labels } from '#src/resource/labels.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { crudClient } from '../calls/crud-client.ts'
import { versionOf } from '../grid/version-of.ts'
import { draftKey } from './draft.ts'
import { dropDraft } from './draft-store.ts'
import { type RecordFormBase, RecordFormBody, type RecordFormBodyProps } from './record-form-body.tsx'
import { startValues } from './start-values.ts'
import { useUnsaved } from './use-unsaved.ts'

/** The row that the dialog edits: a new one, perhaps with initial values, or a stored one. */
export type RecordFormTarget = { kind: 'add'; values?: FormValues; labels?: Labels } | { kind: 'edit'; id: number }

type Row = object & { id: number; version?: number }

type RecordFormDialogProps<TRow extends Row, TForm> = {
  resource: ReturnType<typeof crudClient<TRow, TForm>>
  description: Pick<Description, 'fields' | 'form'>
  target: RecordFormTarget
  open: boolean
  title: string
  controls?: RecordFormBodyProps['controls']
  /** Extra rules of the resource for the whole form. The server has the same rules. */
  check?: RecordFormBodyProps['check']
  /** Set when more rows follow this one: how many, and a function that opens the next one. */
  next?: RecordFormBodyProps['next']
  onSaved: RecordFormBodyProps['onSaved']
  /** The address of the form is gone. The form closes, or asks first. */
  leaving?: boolean
  /** The user does not let the form close. */
  onStay?(): void
  /** @param changed the user accepted another user's version, so lists are out of date */
  onClose(changed?: boolean): void
}

/** Adds and edits a row in a dialog, a drawer or a page of its own. It asks before it discards input. */
export function RecordFormDialog<TRow extends Row, TForm>({
  resource,
  target,
  open,
  title,
  leaving = false,
  onStay,
  onClose,
  ...rest
}: RecordFormDialogProps<TRow, TForm>) {
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  const [asking, setAsking] = useState(false)
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

  const form = {
    ...rest,
    draftName,
    dirty,
    initialFocus,
    footer,
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
  const blank = target.kind === 'add' && { ...startValues(rest.description, timeZone), ...target.values }
  const { as = 'dialog', size = 'lg' } = rest.description.form ?? {}

  return (
    <>
      <Dialog
        open={open}
        onRequestClose={leave}
        title={title}
        size={size}
        look={as}
        initialFocus={initialFocus}
        footer={<div ref={setFooter} className="contents" />}
      >
        {blank && <RecordFormBody {...form} base={{ values: blank, labels: target.labels ?? {} }} />}
        {target.kind === 'edit' && <SavedRecordForm key={target.id} {...form} id={target.id} resource={resource} />}
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

type SavedRecordFormProps<TRow extends Row, TForm> = Omit<RecordFormBodyProps, 'base'> &
  Pick<RecordFormDialogProps<TRow, TForm>, 'resource'> & { id: number }

/** Renders the form after the currently stored row has loaded. */
function SavedRecordForm<TRow extends Row, TForm>({ id, resource, ...form }: SavedRecordFormProps<TRow, TForm>) {
  const [base, setBase] = useState<RecordFormBase | null>(null)
  const { data, error, isFetchedAfterMount, isFetching, refetch } = useQuery({
    ...resource.row(id),
    enabled: base === null,
  })
  if (!base && data && isFetchedAfterMount && !isFetching && !error) {
    const saved = { id, version: versionOf(data.row) }
    setBase({ values: valuesOf(form.description, data.row), labels: data.labels, saved })
  }
  if (base) return <RecordFormBody {...form} base={base} />
  if (!error || isFetching) return <SkeletonRows rows={6} />
  const gone = error instanceof BackendError && error.code === 404
  return (
    <ErrorState
      message={gone ? m.crud_rowGone() : failureText(error)}
      onRetry={gone ? undefined : () => void refetch()}
    />
  )
}
