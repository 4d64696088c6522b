import type { KeyboardEvent } from 'react'
import { arrowStep } from './arrow-step.ts'
import { Input, type InputProps } from './input.tsx'
import { useTyped } from './use-typed.ts'

export type NumberInputProps = Omit<InputProps, 'value' | 'onChange' | 'min' | 'max' | 'step'> & {
  value: number | string | null
  /** Called with the typed text when it is not a number. */
  onChange(value: number | string | null): void
  min?: number
  max?: number
  /** The amount that an arrow key adds or subtracts. */
  step?: number
  /** The value is in cents: 100 times the typed number. */
  cents?: boolean
  /** The number of decimals that are always shown. */
  fixed?: number
}

/** An input for a number, typed or changed with the arrow keys. The browser's own input discards any other text. */
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

/** Reads `1,234.5`, also in full-width characters. Undefined for a text that is no number, or has too many decimals. */
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
