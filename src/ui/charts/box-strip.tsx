import { m } from '#src/i18n/paraglide/messages.js'
import { isDrawn, px } from './chart-value.ts'
import { describeRows } from './describe.ts'
import type { LegendItem } from './legend.tsx'
import { type ChartNumber, numberText } from './number-text.ts'
import { groundOf } from './patterns.tsx'
import type { ChartProps } from './plot.tsx'
import { type ChartRow, RowPlot } from './row-plot.tsx'
import { linearScale } from './scale.ts'

/** Five points of a distribution, and its mean. */
export type FivePoints = { min: number; q1: number; median: number; q3: number; max: number; mean: number }

type BoxStripProps = ChartProps & {
  rows: readonly ChartRow<FivePoints>[]
  axis: string
  style?: ChartNumber['style']
  /** The ends of the axis, as 0 and the full mark. */
  ends?: readonly [number, number]
}

/** The distribution of each row on one line: the range, the middle half, median and mean. */
export function BoxStrip({ rows, ends, style, axis, ...chart }: BoxStripProps) {
  const values = rows.flatMap(({ value }) => (isDrawn(value) ? Object.values(value) : []))
  const text = (value: number) => numberText(value, { style, digits: 1 })
  return (
    <RowPlot
      {...chart}
      description={chart.description ?? describeRows(rows, values)}
      rows={rows}
      axis={axis}
      style={style}
      scale={(range) => linearScale({ values, ends, range })}
      note={{ label: m.chart_median(), of: ({ median }) => text(median) }}
      legend={legend}
      draw={({ min, q1, median, q3, max, mean }, { y, scale: { at } }) => (
        <>
          <path d={`M${px(at(min))} ${y - 3}v6m0-3H${px(at(q1))}M${px(at(q3))} ${y}H${px(at(max))}m0-3v6`} {...thin} />
          <rect
            x={px(at(q1))}
            y={y - 6}
            width={px(Math.max(0, at(q3) - at(q1)))}
            height={12}
            fill={groundOf(2)}
            stroke="var(--chart-1)"
          />
          <path d={`M${px(at(median))} ${y - 7}v14`} stroke="var(--ink)" strokeWidth={2.5} />
          <Diamond x={px(at(mean))} y={y} />
        </>
      )}
      say={({ min, q1, median, q3, max, mean }) =>
        m.chart_boxSaid({
          min: text(min),
          q1: text(q1),
          median: text(median),
          q3: text(q3),
          max: text(max),
          mean: text(mean),
        })
      }
    />
  )
}

const thin = { stroke: 'var(--chart-1)', strokeWidth: 1.2, fill: 'none' }

function Diamond({ x, y }: { x: number; y: number }) {
  return (
    <path d={`M${x} ${y - 4.5}l4.5 4.5-4.5 4.5-4.5-4.5z`} fill="var(--surface)" stroke="var(--ink)" strokeWidth={1.2} />
  )
}

function legend(): LegendItem[] {
  return [
    { label: m.chart_range(), mark: <path d="M1-3v6m0-3h16m0-3v6" {...thin} /> },
    {
      label: m.chart_middleHalf(),
      mark: <rect x={1} y={-5} width={16} height={10} fill={groundOf(2)} stroke="var(--chart-1)" />,
    },
    { label: m.chart_median(), mark: <path d="M9-7v14" stroke="var(--ink)" strokeWidth={2.5} /> },
    { label: m.chart_mean(), mark: <Diamond x={9} y={0} /> },
  ]
}
