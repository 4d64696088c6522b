import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { BoxStrip } from '#src/ui/charts/box-strip.tsx'
import { DotIntervals } from '#src/ui/charts/dot-intervals.tsx'
import { Histogram } from '#src/ui/charts/histogram.tsx'
import { LineStrip } from '#src/ui/charts/line-strip.tsx'
import { StackedBands } from '#src/ui/charts/stacked-bands.tsx'
import { StepCurve } from '#src/ui/charts/step-curve.tsx'
import { TrendLines } from '#src/ui/charts/trend-lines.tsx'
import { TwoByTwo } from '#src/ui/charts/two-by-two.tsx'
import { ValueBars } from '#src/ui/charts/value-bars.tsx'
import type { BlockChart } from './blocks.ts'

/** The address of a unit's report; undefined where it cannot be opened. */
export type UnitAddress = (unit: string | undefined) => string | undefined

type ReportChartProps = { title: string; chart: BlockChart; width: number; addressOf: UnitAddress }

type Row<T> = { key: string; name: string; value?: T | null | undefined; unit?: string | undefined }

/** Draws the chart of a figure. */
export function ReportChart({ title, chart, width, addressOf }: ReportChartProps): ReactNode {
  const linked = <T,>(rows: readonly Row<T>[]) =>
    rows.map(({ unit, value, ...row }) => ({ ...row, value, href: addressOf(unit) }))
  const common = { title, width }
  switch (chart.kind) {
    case 'bands':
      return <StackedBands {...common} bands={chart.bands} counted={chart.counted} rows={linked(chart.rows)} />
    case 'bars':
      return <ValueBars {...common} axis={chart.axis} heading={chart.heading} rows={linked(chart.rows)} />
    case 'boxes':
      return <BoxStrip {...common} axis={chart.axis} style="percent" ends={whole} rows={linked(chart.rows)} />
    case 'dots':
      return (
        <DotIntervals
          {...common}
          axis={chart.axis}
          heading={chart.heading}
          interval={m.report_interval()}
          digits={chart.digits}
          reference={chart.reference}
          rows={linked(chart.rows)}
        />
      )
    case 'histogram':
      return (
        <Histogram
          {...common}
          axis={chart.axis}
          counted={chart.counted}
          bins={chart.bins}
          cumulative="top"
          lines={chart.lines}
        />
      )
    case 'double':
      return <TwoByTwo {...common} rows={linked(chart.rows)} />
    case 'curve':
      return (
        <StepCurve
          {...common}
          axis={chart.axis}
          assignedAxis={chart.assignedAxis}
          points={chart.points}
          grades={chart.grades}
        />
      )
    case 'strip':
      return <LineStrip {...common} axis={chart.axis} dots={chart.dots} line={chart.line} near={chart.near} />
    case 'trend':
      return (
        <TrendLines
          {...common}
          axis={chart.axis}
          style="percent"
          ends={[0, 1]}
          periods={chart.periods}
          series={chart.series.map((one) => ({
            ...one,
            values: one.values.map((value) => (value === '' ? undefined : value)),
          }))}
        />
      )
  }
}

const whole = [0, 1] as const
