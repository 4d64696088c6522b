import { m } from '#src/i18n/paraglide/messages.js'
import { AXIS, AxisBelow } from './axis.tsx'
import { px } from './chart-value.ts'
import { describeValues } from './describe.ts'
import { type MarkedLine, MarkedLines, placeLines } from './marked-lines.tsx'
import { measureText } from './measure.ts'
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
  const { placed } = placeLines([line], x, width * 0.25, width * 0.75)
  const top = 24
  const bottom = top + HEIGHT
  const passed = values.filter((value) => value >= line.value).length
  const counts = { below: m.chart_below({ count: values.length - passed }), above: m.chart_reached({ count: passed }) }
  const description = dots ? `${counts.below}, ${counts.above}. ${describeValues(values)}` : m.chart_withheld()
  return (
    <Plot {...chart} description={chart.description ?? description} width={width} height={bottom + AXIS}>
      {patterns.defs}
      {near !== undefined && (
        <rect
          x={px(x.at(line.value - near))}
          y={top}
          width={px(x.at(line.value + near) - x.at(line.value - near))}
          height={HEIGHT}
          fill="var(--hover)"
        />
      )}
      <MarkedLines placed={placed} top={top} bottom={bottom} />
      {dots === null && <Withheld x={0} y={top} width={width} height={HEIGHT} paint={patterns.withheld} />}
      {dots && <Counts {...counts} width={width} />}
      {dots &&
        stacked(dots, x.at).map(({ dot, x: at, y }) => (
          <circle
            key={dot.key}
            cx={px(at)}
            cy={px(top + HEIGHT / 2 + y)}
            r={RADIUS}
            fill={dot.value >= line.value ? 'var(--chart-1)' : 'var(--surface)'}
            stroke="var(--chart-1)"
            strokeWidth={1.2}
          >
            <title>{m.chart_said({ name: dot.name, words: numberText(dot.value) })}</title>
          </circle>
        ))}
      <AxisBelow scale={x} y={bottom} width={width} label={axis} />
    </Plot>
  )
}

/** The numbers on both sides, where they leave the label of the line alone. */
function Counts({ below, above, width }: { below: string; above: string; width: number }) {
  const room = width * 0.25 - 6
  return (
    <>
      {measureText(below) <= room && <text y={19}>{below}</text>}
      {measureText(above) <= room && (
        <text x={width} y={19} textAnchor="end">
          {above}
        </text>
      )}
    </>
  )
}

/**
 * Puts dots that would touch above and below each other, from the middle outwards. Nothing is by chance: the same
 * people are always at the same place. Very many are drawn over each other rather than outside.
 */
function stacked(dots: readonly StripDot[], at: (value: number) => number) {
  const columns = new Map<number, StripDot[]>()
  for (const dot of [...dots].sort((a, b) => a.value - b.value)) {
    const column = Math.round(at(dot.value) / (RADIUS * 2 + 1))
    columns.set(column, [...(columns.get(column) ?? []), dot])
  }
  const most = Math.max(...[...columns.values()].map((column) => column.length))
  const step = Math.min(RADIUS * 2 + 1, (HEIGHT - RADIUS * 2 - 2) / Math.max(1, most - 1))
  return [...columns.values()].flatMap((column) =>
    column.map((dot, index) => ({ dot, x: at(dot.value), y: (index - (column.length - 1) / 2) * step })),
  )
}
