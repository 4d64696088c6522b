import { px } from './chart-value.ts'
import { measureText } from './measure.ts'
import { numberText } from './number-text.ts'
import { groundOf, isPatterned, type Patterns } from './patterns.tsx'
import type { Scale } from './scale.ts'

/** The height of a bar in a row. */
export const BAR = 14

/** A part of a whole. `share` is between 0 and 1. */
export type BarPart = { key: string; share: number; fill: number }

/** The shares of parts in their sum. Negative parts count as none. */
export function sharesOf(parts: readonly number[]): number[] {
  const counts = parts.map((part) => (part > 0 ? part : 0))
  const sum = counts.reduce((total, count) => total + count, 0)
  return counts.map((count) => (sum === 0 ? 0 : count / sum))
}

type ShareBarProps = { of: readonly BarPart[]; y: number; scale: Scale; patterns: Patterns }

/** A bar of 100%, divided. Each part has its percentage where that fits. */
export function ShareBar({ of, y, scale, patterns }: ShareBarProps) {
  let before = 0
  return of.map(({ key, share, fill }) => {
    const from = px(scale.at(before))
    before += share
    const width = px(scale.at(before) - from)
    if (width <= 0) return null
    const label = numberText(share, { style: 'percent' })
    const [room, middle] = [measureText(label) + 8, from + width / 2]
    return (
      <g key={key}>
        <rect
          x={from}
          y={y - BAR / 2}
          width={width}
          height={BAR}
          fill={patterns.fill(fill)}
          stroke="var(--chart-1)"
          strokeWidth={0.8}
        />
        {room <= width && (
          <>
            {isPatterned(fill) && (
              <rect x={px(middle - room / 2 + 2)} y={y - 6} width={px(room - 4)} height={12} fill={groundOf(fill)} />
            )}
            <text x={px(middle)} y={y + 4} textAnchor="middle" fill={fill === 0 ? 'var(--surface)' : undefined}>
              {label}
            </text>
          </>
        )}
      </g>
    )
  })
}
