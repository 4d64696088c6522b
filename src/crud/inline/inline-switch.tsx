import { useState } from 'react'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { cx } from '#src/lib/cx.ts'
import type { Field } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { useRowTabIndex } from '../grid/row-context.ts'
import type { InlineSave } from './use-inline-save.ts'

type InlineSwitchProps<TRow> = { row: TRow; name: string; field: Field; on: boolean; onSave: InlineSave<TRow> }

/** A switch in a cell. It saves at once, and returns to its old state when the save fails. */
export function InlineSwitch<TRow>({ row, name, field, on, onSave }: InlineSwitchProps<TRow>) {
  const tabIndex = useRowTabIndex()
  const [wanted, setWanted] = useState<boolean>()
  const shown = wanted ?? on
  const toggle = async () => {
    if (wanted !== undefined) return
    setWanted(!on)
    const result = await onSave(row, field, on ? 0 : 1)
    setWanted(undefined)
    if (!result.ok) toastFailure(result.cause, result.message)
  }
  return (
    <button
      type="button"
      role="switch"
      aria-checked={shown}
      aria-busy={wanted !== undefined || undefined}
      aria-label={`${name} ${labelText(field.label)}`}
      tabIndex={tabIndex}
      onClick={() => void toggle()}
      onDoubleClick={(event) => event.stopPropagation()}
      className={cx(
        'touch-area relative inline-flex h-4 w-7 shrink-0 items-center rounded-full border px-0.5 align-middle transition-colors',
        // Most rows are in use, so this has no colour.
        shown ? 'border-muted bg-muted' : 'border-line-strong bg-surface',
        wanted !== undefined && 'opacity-70',
      )}
    >
      <span
        className={cx(
          'size-2.5 rounded-full transition-[translate]',
          shown ? 'translate-x-3 bg-surface' : 'bg-line-strong',
        )}
      />
    </button>
  )
}
