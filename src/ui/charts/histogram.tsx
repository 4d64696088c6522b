import { line } from 'd3-shape'
import { m } from '#src/i18n/paraglide/messages.js'
import { AXIS, AxisBelow, AxisUp, ticksUp } from './axis.tsx'
import { type ChartValue, isDrawn, px } from './chart-value.ts'
import { describeRows, describeValues } from './describe.ts'
import { FillMark, Legend, type LegendItem, placeLegend } from './legend.tsx'
import { type MarkedLine, MarkedLines, placeLines } from './marked-lines.tsx'
import { measureText, widest } from './measure.ts'
import { numberText } from './number-text.ts'
import { type Patterns, usePatterns } from './patterns.tsx'
import { type ChartProps, EmptyPlot, Plot, WIDE } from './plot.tsx'
import { linearScale } from './scale.ts'
import { Withheld } from './withheld.tsx'

/** How many values are at least `from` and below `to`. All bins of a chart are equally wide. */
export type Bin = { from: number; to: number; count: ChartValue }

type HistogramProps = ChartProps & {
  /** In their order, from the lowest. */
  bins: readonly Bin[]
  /** What the bins are of, as "Mark". */
  axis: string
  /** What is counted, as "Pupils". */
  counted: string
  /**
   * From which end shares are added up, as a line with its axis at the right. There is none where a bin is withheld:
   * without the counts of all, no share of them is known.
   */
  cumulative?: 'top' | 'bottom'
  lines?: readonly MarkedLine[]
}

/** How often values occur, and the share that reaches them. */
export function Histogram({ bins, axis, counted, cumulative, lines = [], ...chart }: HistogramProps) {
  const { title, width = WIDE } = chart
  const patterns = usePatterns()
  if (bins.length === 0) return <EmptyPlot title={title} width={width} />
  const counts = bins.flatMap(({ count }) => (isDrawn(count) ? [Math.max(0, count)] : []))
  const edges = bins.flatMap(({ from, to }) => [from, to])
  const sums = bins.some(({ count }) => count === null) ? undefined : cumulative
  const ups = (range: readonly [number, number]) => linearScale({ values: [0, ...counts, 1], range })
  const { placed: keys, height: legend } = placeLegend(legendOf(bins, counted, sums, patterns), width)
  const plot = Math.round(width * 0.34)
  const left = Math.ceil(widest(ticksUp(ups([plot, 0]), 'count').map(({ label }) => label))) + 8
  const right = width - (sums ? Math.ceil(measureText('100%')) + 6 : 8)
  const x = linearScale({ values: edges, ends: [Math.min(...edges), Math.max(...edges)], range: [left, right] })
  const { placed, height: head } = placeLines(lines, x, left, right)
  const top = legend + head + 8
  const bottom = top + plot
  const y = ups([bottom, top])
  const share = linearScale({ values: [], ends: [0, 1], range: [bottom, top] })
  const description = [describeRows(bins.map(({ count }) => ({ value: count }))), describeValues(edges)]
  return (
    <Plot {...chart} description={chart.description ?? description.join(' ')} width={width} height={bottom + AXIS}>
      {patterns.defs}
      <Legend placed={keys} />
      <AxisUp ticks={ticksUp(y, 'count')} x={left - 6} anchor="end" from={left} to={right} />
      {sums && <AxisUp ticks={ticksUp(share, 'percent')} x={right + 6} anchor="start" />}
      {bins.map(({ from, to, count }) => (
        <g key={from}>
          <title>{`${numberText(from)}–${numberText(to)}: ${countText(count)}`}</title>
          {isDrawn(count) ? (
            <rect {...column(x.at(from), x.at(to))} y={px(y.at(count))} height={px(bottom - y.at(count))} fill={FILL} />
          ) : (
            count === null && (
              <Withheld {...column(x.at(from), x.at(to))} y={top} height={plot} paint={patterns.withheld} />
            )
          )}
        </g>
      ))}
      {sums && <path d={cumulated(bins, sums, x.at, share.at)} {...curve} />}
      <MarkedLines placed={placed} top={top} bottom={bottom} />
      <AxisBelow scale={x} y={bottom} width={width} label={axis} />
    </Plot>
  )
}

const FILL = 'color-mix(in oklab, var(--chart-1) 44%, var(--surface))'
const curve = { stroke: 'var(--ink)', strokeWidth: 1.5, fill: 'none', strokeLinejoin: 'round' } as const
const countText = (count: ChartValue) =>
  isDrawn(count) ? numberText(count) : count === null ? m.chart_withheld() : m.chart_noData()

/** A bar between two coordinates. Bars are apart where they are wide enough. */
function column(from: number, to: number): { x: number; width: number } {
  const gap = to - from > 4 ? 1 : 0
  return { x: px(from + gap / 2), width: px(Math.max(0.3, to - from - gap)) }
}

/** The line of the shares that are added up from one end. */
function cumulated(bins: readonly Bin[], from: 'top' | 'bottom', x: (v: number) => number, y: (v: number) => number) {
  const order = from === 'top' ? bins.toReversed() : bins
  const whole = order.reduce((sum, { count }) => sum + Math.max(0, count ?? 0), 0)
  const points: [number, number][] = []
  if (whole === 0) return ''
  let sum = 0
  for (const bin of order) {
    const [start, end] = from === 'top' ? [bin.to, bin.from] : [bin.from, bin.to]
    points.push([start, sum / whole])
    sum += Math.max(0, bin.count ?? 0)
    points.push([end, sum / whole])
  }
  return (
    line<[number, number]>(
      ([value]) => px(x(value)),
      ([, share]) => px(y(share)),
    )(points) ?? ''
  )
}

function legendOf(bins: readonly Bin[], counted: string, from: 'top' | 'bottom' | undefined, { withheld }: Patterns) {
  const items: LegendItem[] = [{ label: counted, mark: <FillMark paint={FILL} /> }]
  if (from) {
    const label = from === 'top' ? m.chart_shareAbove() : m.chart_shareBelow()
    items.push({ label, mark: <path d="M1 5q8 0 8-5t8-5" {...curve} /> })
  }
  if (bins.some(({ count }) => count === null)) {
    items.push({ label: m.chart_withheld(), mark: <FillMark paint={withheld} /> })
  }
  return items
}
