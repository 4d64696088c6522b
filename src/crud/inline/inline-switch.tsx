import { useState } from 'react'
import { cx } from '#src/lib/cx.ts'
import type { Field } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { toaster } from '#src/ui/toast.tsx'
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
    if (!result.ok) toaster.error(result.message)
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
        'inline-flex h-[18px] w-8 shrink-0 rounded-full p-0.5 align-middle transition-colors',
        shown ? 'bg-accent-solid' : 'bg-line-strong',
        wanted !== undefined && 'opacity-70',
      )}
    >
      <span
        className={cx(
          'size-[14px] rounded-full bg-white shadow-low transition-transform',
          shown && 'translate-x-[14px]',
        )}
      />
    </button>
  )
}
