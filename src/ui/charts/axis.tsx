import { centre, FONT, fitText, measureText } from './measure.ts'
import { type ChartNumber, numberText } from './number-text.ts'
import { type Scale, type Tick, ticksOf } from './scale.ts'

/** Ticks below or above a plot, as many as have room. */
export function ticksAcross(scale: Scale, style: ChartNumber['style']): Tick[] {
  return ticksOf(scale, labels(scale, style), (label) => measureText(label) + 14)
}

/** Ticks beside a plot. Counts of people have whole numbers alone. */
export function ticksUp(scale: Scale, style: ChartNumber['style'] | 'count'): Tick[] {
  const look = style === 'count' ? 'decimal' : style
  return ticksOf(scale, labels(scale, look), () => FONT * 2.4, style === 'count')
}

function labels({ domain }: Scale, style: ChartNumber['style'] = 'decimal') {
  const compact = Math.max(Math.abs(domain[0]), Math.abs(domain[1])) >= 100_000
  return (digits: number, value: number) =>
    numberText(value, { style, compact, digits: style === 'percent' ? Math.max(0, digits - 2) : digits })
}

type AcrossProps = {
  ticks: readonly Tick[]
  /** The baseline of the labels. */
  y: number
  /** The ends of the lines through the plot. */
  from: number
  to: number
  /** The edges of the drawing, which labels do not cross. */
  left: number
  right: number
}

/** Labels in a row, with lines through the plot. */
export function AxisAcross({ ticks, y, from, to, left, right }: AcrossProps) {
  return ticks.map(({ value, label, at }) => (
    <g key={value}>
      <line x1={at} x2={at} y1={from} y2={to} stroke="var(--line)" />
      <text x={centre(at, measureText(label), left, right)} y={y} textAnchor="middle" className="fill-muted">
        {label}
      </text>
    </g>
  ))
}

/** The height of an axis below a plot, with its label. */
export const AXIS = 38

type BelowProps = { scale: Scale; y: number; width: number; label: string }

/** The axis below a plot whose lower edge is `y`: a line, ticks, what they count. */
export function AxisBelow({ scale, y, width, label }: BelowProps) {
  const [left, right] = scale.range
  return (
    <>
      <path d={`M${left} ${y + 0.5}H${right}`} stroke="var(--line-strong)" />
      <AxisAcross ticks={ticksAcross(scale, 'decimal')} y={y + 17} from={y} to={y + 5} left={0} right={width} />
      <text x={(left + right) / 2} y={y + 34} textAnchor="middle" className="fill-muted">
        {fitText(label, width)}
      </text>
    </>
  )
}

type UpProps = {
  ticks: readonly Tick[]
  /** Where the labels begin or end, and the lines of the plot. Without lines, only the labels. */
  x: number
  anchor: 'start' | 'end'
  from?: number
  to?: number
}

/** Labels above each other, with lines through the plot. */
export function AxisUp({ ticks, x, anchor, from, to }: UpProps) {
  return ticks.map(({ value, label, at }) => (
    <g key={value}>
      {from !== undefined && <line x1={from} x2={to} y1={at} y2={at} stroke="var(--line)" />}
      <text x={x} y={at + 4} textAnchor={anchor} className="fill-muted">
        {label}
      </text>
    </g>
  ))
}
