import { m } from '#src/i18n/paraglide/messages.js'
import { AxisUp, ticksUp } from './axis.tsx'
import { type ChartValue, isDrawn, px } from './chart-value.ts'
import { describeRows } from './describe.ts'
import { Legend, placeLegend } from './legend.tsx'
import { centre, FONT, fitText, measureText, spread, widest } from './measure.ts'
import { type ChartNumber, numberText } from './number-text.ts'
import { usePatterns } from './patterns.tsx'
import { type ChartProps, EmptyPlot, Plot, WIDE } from './plot.tsx'
import { linearScale } from './scale.ts'
import { SeriesMark, seriesLook } from './series-mark.tsx'
import { type Band, bandPath, linePath } from './series-path.ts'

/** A value for each period. */
export type Series = { key: string | number; name: string; values: readonly ChartValue[] }

type TrendLinesProps = ChartProps & {
  /** The names of the periods, as of exams, from the oldest. */
  periods: readonly string[]
  /** Four at most have looks of their own. */
  series: readonly Series[]
  band?: Band
  axis: string
  style?: ChartNumber['style']
  /** The ends of the axis where they are known, as 0 and the full mark: small changes look small then. */
  ends?: readonly [number, number]
}

/** Lines over time, each with its own colour, dashes and marks, and its name at its end. Lines break at gaps. */
export function TrendLines({ periods, series, band, axis, style, ends: whole, ...chart }: TrendLinesProps) {
  const { title, width = WIDE } = chart
  const patterns = usePatterns()
  const rows = series.flatMap(({ values }) => values.map((value) => ({ value })))
  const known = rows.flatMap(({ value }) => (isDrawn(value) ? [value] : []))
  const isEmpty = periods.length === 0 || rows.every(({ value }) => value === undefined)
  if (isEmpty) return <EmptyPlot title={title} width={width} />
  const items = band ? [{ label: band.name, mark: <rect x={0} y={-5} width={18} height={10} {...shade} /> }] : []
  const { placed, height: head } = placeLegend(items, width)
  const top = head + 22
  const bottom = top + Math.round(width * 0.36)
  const values = [...known, ...[...(band?.low ?? []), ...(band?.high ?? [])].filter(isDrawn)]
  const y = linearScale({ values, range: [bottom, top], ...(whole && { ends: whole }) })
  const ups = ticksUp(y, style)
  const left = Math.ceil(widest(ups.map(({ label }) => label))) + 8
  const names = Math.ceil(Math.min(width * 0.3, widest([m.chart_withheld(), ...series.map(({ name }) => name)]))) + 14
  const step = (width - names - left - 20) / Math.max(1, periods.length - 1)
  const x = (at: number) => px(periods.length === 1 ? (left + width - names) / 2 : left + 10 + at * step)
  const ends = spread(
    series.map(({ values: own }) => y.at(own.findLast(isDrawn) ?? y.domain[0])),
    FONT + 4,
    top,
    bottom,
  )
  // Each series with withheld values has a line for them below the plot, in its colour.
  const gaps = series.map((one) => one.values).filter((own) => own.includes(null))
  const strip = (at: number) => bottom + 18 + gaps.indexOf(series[at]?.values ?? []) * STRIP
  const foot = bottom + (gaps.length === 0 ? 0 : 8 + gaps.length * STRIP)
  const text = (value: number) => numberText(value, { style, digits: style === 'percent' ? 1 : undefined })
  return (
    <Plot {...chart} description={chart.description ?? describeRows(rows, known)} width={width} height={foot + 22}>
      {patterns.defs}
      <Legend placed={placed} />
      <text y={head + 10} className="fill-muted">
        {fitText(axis, width)}
      </text>
      <AxisUp ticks={ups} x={left - 6} anchor="end" from={left} to={width - names} />
      <Periods names={periods} x={x} y={foot + 18} width={width} />
      {band && <path d={bandPath(band, x, y.at)} {...shade} />}
      {series.map(({ key, name, values: own }, at) => {
        const { dash, colour } = seriesLook(at)
        return (
          <g key={key}>
            <path d={linePath(own, x, y.at)} stroke={colour} strokeWidth={2} strokeDasharray={dash} fill="none" />
            {own.map((value, period) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a period has no other name in a series
              <g key={period}>
                <title>{saidOf(name, periods[period] ?? '', value, text)}</title>
                {isDrawn(value) && <SeriesMark at={at} x={x(period)} y={px(y.at(value))} />}
                {value === null && (
                  <rect
                    x={x(period) - 8}
                    y={strip(at) - 5}
                    width={16}
                    height={10}
                    fill={patterns.withheld}
                    stroke={colour}
                  />
                )}
              </g>
            ))}
            {gaps.includes(own) && (
              <text x={width - names + 12} y={strip(at) + 4} fill={colour}>
                {fitText(m.chart_withheld(), names - 12)}
              </text>
            )}
            <text x={width - names + 12} y={px((ends[at] ?? 0) + 4)} fill={colour}>
              {fitText(name, names - 12)}
            </text>
          </g>
        )
      })}
    </Plot>
  )
}

const STRIP = 16
const shade = { fill: 'color-mix(in oklab, var(--chart-1) 14%, var(--surface))' }

function saidOf(name: string, period: string, value: ChartValue, text: (value: number) => string): string {
  const words = isDrawn(value) ? text(value) : value === null ? m.chart_withheld() : m.chart_noData()
  return `${name}, ${m.chart_said({ name: period, words })}`
}

type PeriodsProps = { names: readonly string[]; x: (at: number) => number; y: number; width: number }

/** The names of the periods: all, or every second, third, …, counted from the newest. */
function Periods({ names, x, y, width }: PeriodsProps) {
  const labels = names.map((name, at) => {
    const label = fitText(name, width * 0.3)
    const length = measureText(label)
    return { at, label, half: length / 2 + 5, middle: centre(x(at), length, 0, width) }
  })
  const every = (step: number) => labels.filter((_, at) => (names.length - 1 - at) % step === 0)
  const touch = (shown: typeof labels) =>
    shown.some(({ middle, half }, at) => {
      const next = shown[at + 1]
      return next !== undefined && next.middle - middle < half + next.half
    })
  let step = 1
  while (step < names.length && touch(every(step))) step++
  return every(step).map(({ at, label, middle }) => (
    <text key={at} x={px(middle)} y={y} textAnchor="middle" className="fill-muted">
      {label}
    </text>
  ))
}
