import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from '#src/lib/cx.ts'
import { formatCents } from '#src/lib/money.ts'
import type { Field } from '#src/resource/description.ts'
import { numberOf, optionsOf } from '#src/resource/field-traits.ts'
import { typeOf } from '#src/resource/field-types.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { labelText } from '#src/resource/label.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { listTypeOf } from '../field-types/list-types.ts'
import type { InlineSave } from './use-inline-save.ts'

export type InlineEditorProps<TRow> = {
  row: TRow
  field: Field
  value: FieldValue
  /** The row's name, which is part of the control's accessible name. */
  name: string
  onSave: InlineSave<TRow>
  /** What the cell shows until this editor has loaded. */
  content?: ReactNode
  /** @param next whether to edit the next or the previous editable cell; undefined for none */
  onDone(next?: 'next' | 'previous'): void
}

/** The editor of a cell. Enter saves. Tab saves and moves to the next cell. Esc discards the change. */
export function InlineEditor<TRow>({ row, field, value, name, onSave, onDone }: InlineEditorProps<TRow>) {
  const id = useId()
  const element = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const first = textOf(field, value)
  const { align, inline } = listTypeOf(field)
  const control = inline(field)
  const options = control === 'options' ? optionsOf(field) : undefined
  const [text, setText] = useState(first)
  const [error, setError] = useState<string>()
  const [saving, setSaving] = useState(false)
  const over = useRef(false)
  useEffect(() => {
    element.current?.focus()
    element.current?.select?.()
  }, [])

  const finish = (next?: 'next' | 'previous') => {
    if (over.current) return
    over.current = true
    onDone(next)
  }
  const save = async (next?: 'next' | 'previous') => {
    if (saving || over.current) return
    if (text === first) return finish(next)
    setSaving(true)
    const result = await onSave(row, field, fieldValue(field, text))
    setSaving(false)
    if (result.ok) finish(next)
    else setError(result.message)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The keyboard shortcuts of the grid must not react to input in this editor.
    event.stopPropagation()
    if (event.key === 'Escape') finish()
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) void save()
    else if (event.key === 'Tab') {
      event.preventDefault()
      void save(event.shiftKey ? 'previous' : 'next')
    }
  }
  const shared = {
    ref: element,
    'aria-label': `${name} ${labelText(field.label)}`,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': error === undefined ? undefined : id,
    'aria-busy': saving || undefined,
    readOnly: saving,
    onKeyDown,
    onBlur: () => void save(),
    className: cx(
      'h-7 w-full min-w-0 rounded-sm border bg-surface px-1.5 text-ink outline-2 outline-offset-0',
      align === 'end' && 'text-right',
      error === undefined ? 'border-accent-solid outline-accent-line' : 'border-danger outline-danger',
    ),
  }
  return (
    <span className="relative flex items-center">
      {options ? (
        <select
          {...shared}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setError(undefined)
          }}
        >
          {!field.required && <option value="" />}
          {options
            .filter((option) => !option.retired || String(option.value) === first)
            .map((option) => (
              <option key={option.value} value={String(option.value)}>
                {labelText(option.label)}
              </option>
            ))}
        </select>
      ) : (
        <input
          {...shared}
          type={control === 'day' ? 'date' : 'text'}
          inputMode={control === 'number' ? 'decimal' : undefined}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setError(undefined)
          }}
        />
      )}
      {saving && (
        <span className="absolute right-1.5">
          <Spinner size={13} />
        </span>
      )}
      {error !== undefined && (
        <span
          id={id}
          role="alert"
          className="fixed z-40 mt-16 max-w-72 rounded-md bg-danger-solid px-2 py-1 text-left text-sm whitespace-normal text-white shadow-pop"
        >
          {error}
        </span>
      )}
    </span>
  )
}

function textOf(field: Field, value: FieldValue): string {
  if (value === null || typeof value === 'object') return ''
  return numberOf(field)?.cents && typeof value === 'number' ? formatCents(value).replaceAll(',', '') : String(value)
}

function fieldValue(field: Field, text: string): FieldValue {
  const options = optionsOf(field)
  if (options) return options.find((option) => String(option.value) === text)?.value ?? null
  if (typeOf(field).moment) return text === '' ? null : text
  if (!numberOf(field)?.cents) return text
  // The user types an amount, and the value is in cents. An invalid amount stays text, so that validation refuses it.
  return /^-?\d+(\.\d{1,2})?$/.test(text.trim()) ? Math.round(Number(text) * 100) : text
}
