import type { ReactElement } from 'react'
import { BoxStrip } from '#src/ui/charts/box-strip.tsx'
import type { ChartValue } from '#src/ui/charts/chart-value.ts'
import { DotIntervals } from '#src/ui/charts/dot-intervals.tsx'
import { Histogram } from '#src/ui/charts/histogram.tsx'
import { LineStrip } from '#src/ui/charts/line-strip.tsx'
import { StackedBands } from '#src/ui/charts/stacked-bands.tsx'
import { StepCurve } from '#src/ui/charts/step-curve.tsx'
import { TrendLines } from '#src/ui/charts/trend-lines.tsx'
import { TwoByTwo } from '#src/ui/charts/two-by-two.tsx'
import { ValueBars } from '#src/ui/charts/value-bars.tsx'
import type { Random } from './random.ts'

const names = [
  '一班',
  'A',
  '东城区第一实验中学附属国际学校（北校区）',
  'Woodmill Mwamba Memorial School, West Wing',
  '数学',
]

/** All charts with values by chance: large, tiny, negative, equal, withheld and missing ones. */
export function randomCharts(source: Random, width: number): ReactElement[] {
  const { next, below, chance, pick } = source
  const size = 10 ** (below(12) - 3)
  const shift = chance(0.5) ? 0 : (next() - 0.5) * size * 20
  const value = () => (chance(0.1) ? shift : shift + (next() - 0.5) * size)
  const maybe = <T,>(made: T): ChartValue<T> => (chance(0.15) ? null : chance(0.1) ? undefined : made)
  const list = <T,>(most: number, make: (at: number) => T) =>
    Array.from({ length: below(most + 1) }, (_, at) => make(at))
  const sorted = (count: number) => Array.from({ length: count }, value).sort((a, b) => a - b)
  const rows = <T,>(make: () => T) =>
    list(50, (key) => ({ key, name: `${pick(names)} ${key}`, value: maybe(make()), own: chance(0.1) }))
  const text = () => pick(names)
  const chart = { title: text(), width }
  const count = () => (chance(0.1) ? 0 : below(10 ** below(6)))
  const line = () => ({ value: value(), label: text() })
  const interval = () => {
    const [low = 0, middle = 0, high = 0] = sorted(3)
    return { low, value: middle, high }
  }
  const box = () => {
    const [min = 0, q1 = 0, median = 0, mean = 0, q3 = 0, max = 0] = sorted(6)
    return { min, q1, median, mean, q3, max }
  }
  const bands = list(7, (at) => `${text()} ${at}`)
  const double = () => ({ totalOnly: count(), both: count(), subjectOnly: count(), neither: count() })
  const from = below(100) - 50
  const periods = list(9, (at) => `${text()} ${at}`)
  const reference = chance(0.5) ? line() : undefined
  return [
    <StackedBands key="bands" {...chart} bands={bands} rows={rows(() => bands.map(count))} counted={text()} />,
    <ValueBars key="bars" {...chart} rows={rows(value)} axis={text()} heading={text()} />,
    <BoxStrip key="box" {...chart} rows={rows(box)} axis={text()} />,
    <DotIntervals
      key="dots"
      {...chart}
      rows={rows(interval)}
      axis={text()}
      heading="平均分"
      interval={text()}
      reference={reference}
    />,
    <Histogram
      key="bins"
      {...chart}
      bins={list(80, (at) => ({ from: from + at * 5, to: from + at * 5 + 5, count: maybe(count()) }))}
      axis={text()}
      counted={text()}
      cumulative={chance(0.3) ? undefined : pick(['top', 'bottom'])}
      lines={list(3, line)}
    />,
    <TwoByTwo key="double" {...chart} rows={rows(double)} />,
    <StepCurve
      key="steps"
      {...chart}
      points={list(60, (at) => ({ raw: 30 + at, assigned: 30 + at + below(5) }))}
      grades={list(5, (at) => ({ label: `${'EDCBA'[at]}`, from: 30 + at * 12, to: 42 + at * 12 }))}
      axis={text()}
      assignedAxis={text()}
    />,
    <LineStrip
      key="strip"
      {...chart}
      dots={chance(0.2) ? null : list(300, (key) => ({ key, name: text(), value: value() }))}
      line={line()}
      near={chance(0.5) ? size / 10 : undefined}
      axis={text()}
    />,
    <TrendLines
      key="trend"
      {...chart}
      periods={periods}
      series={list(4, (key) => ({ key, name: text(), values: periods.map(() => maybe(value())) }))}
      band={{ name: text(), low: periods.map(() => maybe(shift)), high: periods.map(() => maybe(shift + size / 2)) }}
      axis={text()}
    />,
  ]
}
