import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '#src/lib/cx.ts'
import { looks } from './looks.ts'
import type { ChoiceOption } from './option.ts'

type NativeSelectProps = Omit<ComponentProps<'select'>, 'onChange' | 'size' | 'value' | 'children'> & {
  items: readonly ChoiceOption[]
  value: string
  onChange(value: string): void
  /** Shown while nothing is chosen. */
  placeholder?: string
  size?: 'sm' | 'md'
}

/** The browser's own select for one of a short list, for toolbars and for rows with many controls. */
export function NativeSelect({
  items,
  value,
  onChange,
  placeholder,
  size = 'md',
  className,
  ...rest
}: NativeSelectProps) {
  return (
    <span className={cx('relative inline-flex min-w-0', className)}>
      <select
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(looks.control, 'appearance-none truncate pr-7 pl-2.5', size === 'sm' ? 'h-7 text-sm' : 'h-8')}
      >
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {items.map((item) => (
          <option key={item.value} value={item.value} disabled={item.disabled}>
            {item.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        size={15}
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-subtle"
      />
    </span>
  )
}
