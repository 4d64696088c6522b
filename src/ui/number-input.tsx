import type { KeyboardEvent } from 'react'
import { arrowStep } from './arrow-step.ts'
import { Input, type InputProps } from './input.tsx'
import { useTyped } from './use-typed.ts'

export type NumberInputProps = Omit<InputProps, 'value' | 'onChange' | 'min' | 'max' | 'step'> & {
  value: number | string | null
  /** Text that is no number comes as it was typed. */
  onChange(value: number | string | null): void
  min?: number
  max?: number
  /** What an arrow key adds. */
  step?: number
  /** Values are hundredths of what is typed: cents. */
  cents?: boolean
  /** Always shown with so many decimals. */
  fixed?: number
}

/** A number, typed or changed by the arrow keys. Not the browser's own: that one swallows what is no number. */
export function NumberInput({ value, onChange, min, max, step = 1, cents, fixed, ...rest }: NumberInputProps) {
  const scale = cents ? 100 : 1
  const typed = useTyped<number>({
    value,
    onChange,
    format: (number) => (fixed === undefined ? String(number / scale) : (number / scale).toFixed(fixed)),
    read: (text) => readNumber(text, scale),
  })
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    rest.onKeyDown?.(event)
    const direction = arrowStep(event)
    if (direction === undefined) return
    const from = typeof value === 'number' ? value : 0
    const next = from + direction * step * scale * (event.shiftKey ? 10 : 1)
    typed.settle()
    onChange(Math.min(max ?? next, Math.max(min ?? next, Number(next.toFixed(10)))))
  }
  return (
    <Input
      autoComplete="off"
      inputMode={min !== undefined && min >= 0 ? 'decimal' : 'text'}
      {...rest}
      value={typed.text}
      onChange={(event) => typed.type(event.target.value)}
      onKeyDown={keys}
      onBlur={(event) => {
        typed.settle()
        rest.onBlur?.(event)
      }}
      className={rest.className}
    />
  )
}

/** `1,234.5`, also in the wide signs of a Chinese keyboard; undefined for what is no number, or finer than the scale. */
function readNumber(text: string, scale: number): number | undefined {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/。/, '.')
    .replaceAll(/(?<=\d),(?=\d{3})/g, '')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return undefined
  const value = Number(plain)
  if (scale === 1) return value
  const scaled = Math.round(value * scale)
  return Math.abs(scaled - value * scale) < 1e-6 ? scaled : undefined
}
