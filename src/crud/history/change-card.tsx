import { RotateCcw, Undo2 } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { formatInstant } from '#src/lib/date.ts'
import type { Tone } from '#src/lib/tone.ts'
import type { Field } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { ChangeValues } from './change-values.tsx'
import type { Change } from './history.ts'

type ChangeCardProps = {
  change: Change
  fields: readonly Field[]
  labels: Labels
  /** This change led to the current values of the row, so there is nothing to restore. */
  newest: boolean
  busy: boolean
  /** Another change is being restored or undone. Only one runs at a time. */
  waiting: boolean
  onRestore?(fields?: string[]): void
  onUndo?(): void
}

/** One change: its time, its user, and each field before and after. */
export function ChangeCard({ change, fields, labels, newest, busy, waiting, onRestore, onUndo }: ChangeCardProps) {
  const { timeZone } = useKit()
  const { text, tone } = operationOf(change.operation)
  const deleted = change.operation === 'delete'
  return (
    <article className="rounded-lg border border-line">
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-sunken px-3 py-2 text-sm">
        <Tag tone={tone}>{text}</Tag>
        <span className="font-medium">{change.actor.name}</span>
        <time dateTime={change.time} className="tabular text-muted">
          {formatInstant(change.time, timeZone)}
        </time>
        {kindOf(change) && <span className="text-subtle">{kindOf(change)}</span>}
        <span className="ml-auto flex gap-1">
          {onRestore && !newest && !deleted && (
            <Button
              size="sm"
              variant="ghost"
              loading={busy}
              aria-disabled={waiting || undefined}
              icon={<RotateCcw aria-hidden size={13} />}
              onClick={() => onRestore()}
            >
              {m.history_restore()}
            </Button>
          )}
          {onUndo && change.undoable && change.undoneBy === null && (
            <Button
              size="sm"
              variant="ghost"
              loading={busy}
              aria-disabled={waiting || undefined}
              icon={<Undo2 aria-hidden size={13} />}
              onClick={() => onUndo()}
            >
              {change.count > 1 ? m.history_undoAll({ count: formatCount(change.count) }) : m.undo_action()}
            </Button>
          )}
        </span>
      </header>
      {/* On narrow screens the words in each column determine its width. */}
      <table className="w-full text-sm wrap-break-word sm:table-fixed">
        <thead className="sr-only">
          <tr>
            <th scope="col">{m.filter_field()}</th>
            <th scope="col">{m.history_before()}</th>
            <th scope="col">{m.history_after()}</th>
          </tr>
        </thead>
        <tbody>
          {change.fields.map(({ field, label, before, after, hidden }) => (
            <tr key={field} className="border-b border-line align-top last:border-0">
              <th
                scope="row"
                className="w-1/4 px-3 py-1.5 text-left max-sm:w-auto max-sm:min-w-20 max-sm:px-2 font-normal text-muted"
              >
                {labelOf(fields, field, label)}
              </th>
              <ChangeValues
                operation={change.operation}
                field={fields.find((one) => one.name === field)}
                before={before}
                after={after}
                hidden={hidden}
                labels={labels}
              />
              <td className="w-10 pr-2 text-right">
                {onRestore && !newest && !deleted && fields.some(({ name }) => name === field) && (
                  <IconButton
                    label={m.history_restoreField({ field: labelOf(fields, field, label) })}
                    size="sm"
                    // Not `disabled`, because a disabled button loses the focus.
                    aria-disabled={busy || waiting || undefined}
                    onClick={() => onRestore([field])}
                  >
                    <RotateCcw aria-hidden size={13} />
                  </IconButton>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}

function labelOf(fields: readonly Field[], name: string, label: string): string {
  const field = fields.find((one) => one.name === name)
  return field ? labelText(field.label) : label || name
}

function operationOf(operation: string): { text: string; tone: Tone } {
  if (operation === 'insert') return { text: m.history_added(), tone: 'success' }
  if (operation === 'delete') return { text: m.history_deleted(), tone: 'danger' }
  return { text: m.history_changed(), tone: 'accent' }
}

function kindOf({ kind, undoes, undoneBy }: Change): string | undefined {
  if (undoes !== null) return m.history_undo()
  if (undoneBy !== null) return m.history_undone()
  if (kind === 'bulk') return m.history_bulk()
  if (kind === 'restore') return m.history_restored()
  if (kind === 'rollback') return m.history_rolledBack()
  if (kind === 'redact') return m.history_redacted()
  return kind === 'import' ? m.history_import() : undefined
}
