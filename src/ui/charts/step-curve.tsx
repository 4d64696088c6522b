import { curveStep, line } from 'd3-shape'
import { m } from '#src/i18n/paraglide/messages.js'
import { AXIS, AxisBelow, AxisUp, ticksUp } from './axis.tsx'
import { px } from './chart-value.ts'
import { describeValues } from './describe.ts'
import { Legend, placeLegend } from './legend.tsx'
import { measureText, widest } from './measure.ts'
import { type ChartProps, EmptyPlot, Plot, WIDE } from './plot.tsx'
import { linearScale } from './scale.ts'

/** A raw mark and what it becomes. */
export type Assigned = { raw: number; assigned: number }

type StepCurveProps = ChartProps & {
  /** All raw marks that occur, from the lowest. */
  points: readonly Assigned[]
  /** The grades and their raw marks. */
  grades?: readonly { label: string; from: number; to: number }[]
  axis: string
  assignedAxis: string
}

/** What each raw mark becomes, as steps: marks between two steps do not exist. The dotted line is no change. */
export function StepCurve({ points, grades = [], axis, assignedAxis, ...chart }: StepCurveProps) {
  const { title, width = WIDE } = chart
  if (points.length === 0) return <EmptyPlot title={title} width={width} />
  const raws = [...points.map(({ raw }) => raw), ...grades.flatMap(({ from, to }) => [from, to])]
  const assigned = points.map((point) => point.assigned)
  const plot = Math.round(width * 0.46)
  const items = [
    { label: assignedAxis, mark: <path d="M0 4h6v-4h6v-4h6" {...curve} /> },
    { label: m.chart_unchanged(), mark: <path d="M0 5l18-10" {...unchanged} /> },
  ]
  const { placed, height: head } = placeLegend(items, width)
  const top = head + (grades.length > 0 ? 20 : 6)
  const bottom = top + plot
  const y = linearScale({ values: assigned, range: [bottom, top] })
  const left = Math.ceil(widest(ticksUp(y, 'decimal').map(({ label }) => label))) + 8
  const right = width - 8
  const x = linearScale({ values: raws, range: [left, right] })
  const steps = line<Assigned>(
    (point) => px(x.at(point.raw)),
    (point) => px(y.at(point.assigned)),
  ).curve(curveStep)
  // The stretch of the diagonal that both scales have.
  const low = Math.max(x.domain[0], y.domain[0])
  const high = Math.min(x.domain[1], y.domain[1])
  return (
    <Plot {...chart} description={chart.description ?? describeValues(assigned)} width={width} height={bottom + AXIS}>
      <Legend placed={placed} />
      {grades.map(({ label, from, to }, at) => {
        const span = x.at(to) - x.at(from)
        return (
          <g key={label}>
            <title>{`${label}: ${from}–${to}`}</title>
            <rect
              x={px(x.at(from))}
              y={top - 16}
              width={px(Math.max(0, span))}
              height={plot + 16}
              fill={at % 2 === 0 ? 'var(--hover)' : 'transparent'}
            />
            {measureText(label) <= span && (
              <text x={px(x.at(from) + span / 2)} y={top - 4} textAnchor="middle">
                {label}
              </text>
            )}
          </g>
        )
      })}
      <AxisUp ticks={ticksUp(y, 'decimal')} x={left - 6} anchor="end" from={left} to={right} />
      {low < high && (
        <path d={`M${px(x.at(low))} ${px(y.at(low))}L${px(x.at(high))} ${px(y.at(high))}`} {...unchanged} />
      )}
      {points.length === 1 ? (
        points.map(({ raw, assigned: to }) => (
          <circle key={raw} cx={px(x.at(raw))} cy={px(y.at(to))} r={4} fill="var(--chart-1)" />
        ))
      ) : (
        <path d={steps(points) ?? ''} {...curve} />
      )}
      <AxisBelow scale={x} y={bottom} width={width} label={axis} />
    </Plot>
  )
}

const curve = { stroke: 'var(--chart-1)', strokeWidth: 2, fill: 'none' }
const unchanged = { stroke: 'var(--muted)', strokeDasharray: '2 3', fill: 'none' }
