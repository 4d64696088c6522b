import { Check, Minus } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '#src/lib/cx.ts'

type CheckboxProps = {
  checked: boolean | 'indeterminate'
  onChange(checked: boolean): void
  name?: string
  disabled?: boolean
  /** The accessible name without a visible text, for example in a table's selection column. */
  'aria-label'?: string
  children?: ReactNode
  className?: string
}

/** A checkbox with its label. */
export function Checkbox({ checked, onChange, name, disabled, children, className, ...aria }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = checked === 'indeterminate'
  }, [checked])
  return (
    <label
      className={cx(
        'inline-flex items-center gap-2 select-none pointer-coarse:min-h-11 pointer-coarse:min-w-11',
        disabled && 'text-muted',
        className,
      )}
    >
      <span className="relative grid size-4 shrink-0 place-items-center">
        <input
          {...aria}
          ref={box}
          type="checkbox"
          name={name}
          disabled={disabled}
          checked={checked === true}
          onChange={(event) => onChange(event.target.checked)}
          className={cx(
            'absolute inset-0 m-0 appearance-none rounded-sm border border-line-strong bg-surface',
            'checked:border-accent-solid checked:bg-accent-solid indeterminate:border-accent-solid indeterminate:bg-accent-solid',
            'focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent-solid',
          )}
        />
        {checked === true && (
          <Check aria-hidden size={12} strokeWidth={3} className="pointer-events-none z-1 text-white" />
        )}
        {checked === 'indeterminate' && (
          <Minus aria-hidden size={12} strokeWidth={3} className="pointer-events-none z-1 text-white" />
        )}
      </span>
      {children && <span>{children}</span>}
    </label>
  )
}
