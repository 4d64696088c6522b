import { isDrawn, px } from './chart-value.ts'
import { describeRows } from './describe.ts'
import { numberText } from './number-text.ts'
import { groundOf } from './patterns.tsx'
import type { ChartProps } from './plot.tsx'
import { type ChartRow, RowPlot } from './row-plot.tsx'
import { linearScale } from './scale.ts'
import { BAR } from './share-bar.tsx'

type ValueBarsProps = ChartProps & {
  rows: readonly ChartRow<number>[]
  axis: string
  /** What stands above the values at the ends of the rows. */
  heading: string
}

/** A bar from zero for each row, with its value at the end of the row. */
export function ValueBars({ rows, axis, heading, ...chart }: ValueBarsProps) {
  const values = rows.flatMap(({ value }) => (isDrawn(value) ? [value] : []))
  const text = (value: number) => numberText(value)
  return (
    <RowPlot
      {...chart}
      description={chart.description ?? describeRows(rows, values)}
      rows={rows}
      axis={axis}
      scale={(range) => linearScale({ values: [0, ...values], range })}
      note={{ label: heading, of: text }}
      draw={(value, { y, scale: { at } }) => (
        <rect
          x={px(Math.min(at(0), at(value)))}
          y={y - BAR / 2}
          width={px(Math.abs(at(value) - at(0)))}
          height={BAR}
          fill={groundOf(1)}
          stroke="var(--chart-1)"
        />
      )}
      say={text}
    />
  )
}
