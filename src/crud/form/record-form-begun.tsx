import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { useStable } from '#src/lib/use-stable.ts'
import type { Description } from '#src/resource/description.ts'
import { type FormValues, valuesOf } from '#src/resource/form-values.ts'
import type { Labels } from '#src/resource/labels.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import type { crudClient } from '../calls/crud-client.ts'
import { versionOf } from '../grid/version-of.ts'
import { copiedValues } from './copied-values.ts'
import { type RecordFormBase, RecordFormBody, type RecordFormBodyProps } from './record-form-body.tsx'
import { RecordFormSkeleton } from './record-form-skeleton.tsx'
import { RowOrigin } from './row-origin.tsx'
import { useFormRow } from './use-form-row.ts'

type Row = object & { id: number; version?: number }

type FormProps = Omit<RecordFormBodyProps, 'base' | 'description'> & { description: Description }

type BlankRecordFormProps = FormProps & { start(): FormValues; labels: Labels | undefined }

/** The form of a new row. */
export function BlankRecordForm({ start, labels = {}, ...form }: BlankRecordFormProps) {
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
export function SavedRecordForm<TRow extends Row, TForm>(props: SavedRecordFormProps<TRow, TForm>): ReactNode {
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
