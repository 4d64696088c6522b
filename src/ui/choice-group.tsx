import { useId } from 'react'
import { cx } from '#src/lib/cx.ts'
import { Checkbox } from './checkbox.tsx'
import type { ChoiceOption } from './option.ts'

type RadioGroupProps = {
  items: readonly ChoiceOption[]
  value: string | null
  onChange(value: string): void
  onBlur?(): void
  disabled?: boolean
}

/** Radio buttons for one of a few options, one below the other if they have a second line. A FieldGroup labels them. */
export function RadioGroup({ items, value, onChange, onBlur, disabled }: RadioGroupProps) {
  const name = useId()
  const tall = items.some(({ detail }) => detail !== undefined)
  return (
    <div className={cx('flex min-h-8 flex-wrap gap-x-5 gap-y-1.5', tall ? 'flex-col' : 'items-center')}>
      {items.map((item) => (
        <label
          key={item.value}
          className={cx(
            'inline-flex gap-2 select-none',
            tall ? 'items-start' : 'items-center',
            disabled && 'text-muted',
          )}
        >
          <input
            type="radio"
            name={name}
            value={item.value}
            checked={item.value === value}
            disabled={disabled || item.disabled}
            onChange={() => onChange(item.value)}
            onBlur={onBlur}
            className={cx(
              'size-4 shrink-0 accent-accent-solid focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent-solid',
              tall && 'mt-0.5',
            )}
          />
          <span>
            {item.label}
            {item.detail && <span className="ml-2 text-sm text-muted">{item.detail}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}

type CheckboxGroupProps = {
  items: readonly ChoiceOption[]
  value: readonly string[]
  onChange(value: string[]): void
  disabled?: boolean
}

/** Checkboxes for several of a few options. A FieldGroup around them gives the label. */
export function CheckboxGroup({ items, value, onChange, disabled }: CheckboxGroupProps) {
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-5 gap-y-1.5">
      {items.map((item) => (
        <Checkbox
          key={item.value}
          checked={value.includes(item.value)}
          disabled={disabled || item.disabled}
          onChange={(checked) => onChange(checked ? [...value, item.value] : value.filter((one) => one !== item.value))}
        >
          {item.label}
        </Checkbox>
      ))}
    </div>
  )
}
