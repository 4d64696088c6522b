import { m } from '#src/i18n/paraglide/messages.js'
import { isDrawn, px } from './chart-value.ts'
import { describeRows } from './describe.ts'
import type { LegendItem } from './legend.tsx'
import { type ChartNumber, numberText } from './number-text.ts'
import type { ChartProps } from './plot.tsx'
import { type ChartRow, RowPlot } from './row-plot.tsx'
import { linearScale } from './scale.ts'

/** An estimate and the ends of its confidence interval. */
export type Interval = { value: number; low: number; high: number }

type DotIntervalsProps = ChartProps & {
  /** In the order of their names. Order comes from the database: browsers sort Chinese names in orders of their own. */
  rows: readonly ChartRow<Interval>[]
  axis: string
  /** The heading of the figures beside the rows, as "Mean". */
  heading: string
  /** What the intervals are, as "95% confidence interval". */
  interval: string
  style?: ChartNumber['style']
  digits?: number
  /** A line through all rows, as the mean of the district. */
  reference?: { value: number; label: string }
}

/** Each unit's value with its interval. The dot is filled where the interval leaves the reference out. */
export function DotIntervals({
  rows,
  axis,
  heading,
  interval,
  style,
  digits = 1,
  reference,
  ...chart
}: DotIntervalsProps) {
  const values = rows.flatMap(({ value }) => (isDrawn(value) ? [value.value, value.low, value.high] : []))
  const text = (value: number) => numberText(value, { style, digits })
  const differs = ({ low, high }: Interval) => !reference || low > reference.value || high < reference.value
  return (
    <RowPlot
      {...chart}
      description={chart.description ?? describeRows(rows, values)}
      rows={rows}
      axis={axis}
      style={style}
      scale={(range) => linearScale({ values: reference ? [...values, reference.value] : values, range })}
      note={{ label: heading, of: ({ value }) => text(value) }}
      legend={() => legend(interval, reference && `${reference.label} ${text(reference.value)}`)}
      behind={(scale, top, bottom) =>
        reference && <path d={`M${px(scale.at(reference.value))} ${top}V${bottom}`} {...dashed} />
      }
      draw={(value, { y, scale: { at } }) => (
        <>
          <path d={`M${px(at(value.low))} ${y}H${px(at(value.high))}`} stroke="var(--chart-1)" strokeWidth={1.5} />
          <Dot x={px(at(value.value))} y={y} filled={differs(value)} />
        </>
      )}
      say={({ value, low, high }) => m.chart_intervalSaid({ value: text(value), low: text(low), high: text(high) })}
    />
  )
}

const dashed = { stroke: 'var(--ink)', strokeDasharray: '4 2' }

function Dot({ x, y, filled }: { x: number; y: number; filled: boolean }) {
  return (
    <circle
      cx={x}
      cy={y}
      r={4}
      fill={filled ? 'var(--chart-1)' : 'var(--surface)'}
      stroke="var(--chart-1)"
      strokeWidth={1.5}
    />
  )
}

function legend(interval: string, reference: string | undefined): LegendItem[] {
  const line = { label: interval, mark: <path d="M1 0h16" stroke="var(--chart-1)" strokeWidth={1.5} /> }
  if (reference === undefined) return [line]
  return [
    line,
    { label: reference, mark: <path d="M9-7v14" {...dashed} /> },
    { label: m.chart_differs(), mark: <Dot x={9} y={0} filled /> },
    { label: m.chart_alike(), mark: <Dot x={9} y={0} filled={false} /> },
  ]
}
