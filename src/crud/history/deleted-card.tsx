import { ChevronRight, RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { cx } from '#src/lib/cx.ts'
import { formatInstant } from '#src/lib/date.ts'
import type { Field } from '#src/resource/description.ts'
import { isTable } from '#src/resource/field-traits.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { labelText } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import { valueText } from '#src/resource/value-text.ts'
import { Button } from '#src/ui/button.tsx'
import { tableRows } from '../row/row-changes.ts'
import { RowsTable } from '../row/rows-table.tsx'
import type { DeletedEntry } from './deleted.ts'

type DeletedCardProps = {
  deleted: DeletedEntry
  fields: readonly Field[]
  labels: Labels
  busy: boolean
  /** Another row is being brought back. Only one runs at a time. */
  waiting: boolean
  /** Brings back the row. Undefined when it does not come back alone. */
  onRestore?(): void
  /** Brings back all rows that were deleted together. */
  onRestoreAll?(): void
}

/** A deleted row: who deleted it and when, its content, and the buttons that bring it back. */
export function DeletedCard({ deleted, fields, labels, busy, waiting, onRestore, onRestoreAll }: DeletedCardProps) {
  const { timeZone } = useKit()
  const { title: name, actor, time, count } = deleted
  const [open, setOpen] = useState(false)
  const content = useId()
  const stopped = busy || waiting || undefined
  return (
    <article className="rounded-lg border border-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="font-medium break-words">{name}</h3>
          <p className="flex flex-wrap gap-x-2 text-sm text-muted">
            <span>{actor.name === '' ? m.deleted_bySystem() : m.deleted_by({ name: actor.name })}</span>
            <time dateTime={time} className="tabular">
              {formatInstant(time, timeZone)}
            </time>
            {kindOf(deleted) && <span className="text-subtle">{kindOf(deleted)}</span>}
            {deleted.comesBack === 'never' && <span className="text-subtle">{m.deleted_never()}</span>}
          </p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={open}
            aria-controls={content}
            aria-label={m.deleted_detailsOf({ name })}
            icon={<ChevronRight aria-hidden size={13} className={cx('transition-transform', open && 'rotate-90')} />}
            onClick={() => setOpen(!open)}
          >
            {m.deleted_details()}
          </Button>
          {onRestoreAll && (
            <Button
              size="sm"
              loading={busy && !onRestore}
              aria-disabled={stopped}
              aria-label={m.deleted_restoreAllOf({ name, count: formatCount(count) })}
              onClick={() => !stopped && onRestoreAll()}
            >
              {m.deleted_restoreAll({ count: formatCount(count) })}
            </Button>
          )}
          {onRestore && (
            <Button
              size="sm"
              loading={busy}
              aria-disabled={stopped}
              aria-label={m.deleted_restoreOf({ name })}
              icon={<RotateCcw aria-hidden size={13} className="max-sm:hidden" />}
              onClick={() => !stopped && onRestore()}
            >
              {m.deleted_restore()}
            </Button>
          )}
        </div>
      </div>
      {open && (
        <dl id={content} className="grid gap-x-6 border-t border-line px-3 py-1 text-sm sm:grid-cols-2">
          {deleted.fields.map(({ field: path, label, value }) => {
            const field = fields.find((one) => one.name === path)
            return (
              <div
                key={path}
                className={cx('flex min-w-0 gap-3 py-1.5', field && isTable(field) && 'flex-col sm:col-span-2')}
              >
                <dt className="w-28 shrink-0 text-muted">{field ? labelText(field.label) : label}</dt>
                <dd className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
                  <Value field={field} value={value} labels={labels} />
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </article>
  )
}

type ValueProps = { field: Field | undefined; value: FieldValue; labels: Labels }

function Value({ field, value, labels }: ValueProps) {
  const { timeZone } = useKit()
  if (field && isTable(field)) {
    const rows = tableRows(value).map((row) => ({ row }))
    return rows.length > 0 ? <RowsTable field={field} rows={rows} labels={labels} /> : m.crud_none()
  }
  return (field && valueText(field, value, { labels, timeZone })) || m.crud_none()
}

function kindOf({ kind, count }: DeletedEntry): string | undefined {
  if (kind === 'undo') return m.deleted_afterUndo()
  return count > 1 ? m.deleted_afterBulk() : undefined
}
