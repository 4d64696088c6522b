import { m } from '#src/i18n/paraglide/messages.js'
import { AXIS, AxisBelow } from './axis.tsx'
import { px } from './chart-value.ts'
import { describeValues } from './describe.ts'
import { Legend, type LegendItem, placeLegend } from './legend.tsx'
import { type MarkedLine, MarkedLines, placeLines } from './marked-lines.tsx'
import { numberText } from './number-text.ts'
import { usePatterns } from './patterns.tsx'
import { type ChartProps, EmptyPlot, Plot, WIDE } from './plot.tsx'
import { linearScale } from './scale.ts'
import { Withheld } from './withheld.tsx'

type StripDot = { key: string | number; name: string; value: number }

type LineStripProps = ChartProps & {
  /** The people near the line; `null` when they are withheld. */
  dots: readonly StripDot[] | null
  line: MarkedLine
  /** How far from the line somebody counts as near, as a shaded stretch. */
  near?: number
  axis: string
}

const RADIUS = 3.5
const HEIGHT = 96

/** Who is close to a line: below it with empty dots, from it on with full ones. Equal values stand above each other. */
export function LineStrip({ dots, line, near, axis, ...chart }: LineStripProps) {
  const { title, width = WIDE } = chart
  const patterns = usePatterns()
  if (dots?.length === 0) return <EmptyPlot title={title} width={width} />
  const values = dots?.map(({ value }) => value) ?? []
  const around = near === undefined ? [line.value] : [line.value - near, line.value, line.value + near]
  const x = linearScale({ values: [...values, ...around], range: [RADIUS + 1, width - RADIUS - 1] })
  const passed = values.filter((value) => value >= line.value).length
  const below = m.chart_below({ count: values.length - passed })
  const above = m.chart_reached({ count: passed })
  const items: LegendItem[] =
    dots === null
      ? []
      : [
          { label: below, mark: <Dot x={9} y={0} filled={false} /> },
          { label: above, mark: <Dot x={9} y={0} filled /> },
        ]
  if (dots && near !== undefined) {
    const label = m.chart_near({ range: numberText(near) })
    items.push({ label, mark: <rect x={0} y={-5} width={18} height={10} fill={shade} /> })
  }
  const { placed: keys, height: legend } = placeLegend(items, width)
  const { placed, height: head } = placeLines([line], x, 0, width)
  const top = legend + head + 8
  const bottom = top + HEIGHT
  const description = dots ? `${below}, ${above}. ${describeValues(values)}` : m.chart_withheld()
  return (
    <Plot {...chart} description={chart.description ?? description} width={width} height={bottom + AXIS}>
      {patterns.defs}
      <Legend placed={keys} />
      {dots && near !== undefined && (
        <rect
          x={px(x.at(line.value - near))}
          y={top}
          width={px(x.at(line.value + near) - x.at(line.value - near))}
          height={HEIGHT}
          fill={shade}
        />
      )}
      <MarkedLines placed={placed} top={top} bottom={bottom} />
      {dots === null && <Withheld x={0} y={top} width={width} height={HEIGHT} paint={patterns.withheld} />}
      {dots &&
        inLanes(dots, x.at).map(({ dot, x: at, y }) => (
          <g key={dot.key}>
            <title>{m.chart_said({ name: dot.name, words: numberText(dot.value) })}</title>
            <Dot x={at} y={top + HEIGHT / 2 + y} filled={dot.value >= line.value} />
          </g>
        ))}
      <AxisBelow scale={x} y={bottom} width={width} label={axis} />
    </Plot>
  )
}

const shade = 'var(--hover)'

function Dot({ x, y, filled }: { x: number; y: number; filled: boolean }) {
  const fill = filled ? 'var(--chart-1)' : 'var(--surface)'
  return <circle cx={px(x)} cy={px(y)} r={RADIUS} fill={fill} stroke="var(--chart-1)" strokeWidth={1.2} />
}

/**
 * Puts dots that would touch into lanes, from the middle outwards. Nothing is by chance: the same people are always at
 * the same place. Where all lanes are taken, dots are drawn over each other rather than outside.
 */
function inLanes(dots: readonly StripDot[], at: (value: number) => number) {
  const size = RADIUS * 2 + 1
  const ends = Array.from({ length: Math.floor(HEIGHT / size) - 1 }, () => Number.NEGATIVE_INFINITY)
  return [...dots]
    .sort((a, b) => a.value - b.value)
    .map((dot) => {
      const x = at(dot.value)
      const free = ends.findIndex((end) => end + size <= x)
      const lane = free === -1 ? ends.indexOf(Math.min(...ends)) : free
      ends[lane] = x
      // Lanes 0, 1, 2, 3, … are the middle, one below it, one above it, two below it, …
      return { dot, x, y: Math.ceil(lane / 2) * (lane % 2 === 1 ? size : -size) }
    })
}
